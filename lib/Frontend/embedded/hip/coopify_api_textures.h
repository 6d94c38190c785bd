// Texture and surface types of the runtime API for the prefix COOPIFY_P(...). No
// guard: each prefix includes it once.
typedef enum COOPIFY_P(TextureAddressMode) {
  COOPIFY_P(AddressModeWrap), COOPIFY_P(AddressModeClamp), COOPIFY_P(AddressModeMirror),
  COOPIFY_P(AddressModeBorder)
} COOPIFY_P(TextureAddressMode);
typedef enum COOPIFY_P(TextureFilterMode) {
  COOPIFY_P(FilterModePoint), COOPIFY_P(FilterModeLinear)
} COOPIFY_P(TextureFilterMode);
typedef enum COOPIFY_P(TextureReadMode) {
  COOPIFY_P(ReadModeElementType), COOPIFY_P(ReadModeNormalizedFloat)
} COOPIFY_P(TextureReadMode);
typedef enum COOPIFY_P(ResourceType) {
  COOPIFY_P(ResourceTypeArray), COOPIFY_P(ResourceTypeMipmappedArray),
  COOPIFY_P(ResourceTypeLinear), COOPIFY_P(ResourceTypePitch2D)
} COOPIFY_P(ResourceType);
typedef enum COOPIFY_P(SurfaceBoundaryMode) {
  COOPIFY_P(BoundaryModeZero), COOPIFY_P(BoundaryModeTrap), COOPIFY_P(BoundaryModeClamp)
} COOPIFY_P(SurfaceBoundaryMode);
typedef struct COOPIFY_P(ResourceDesc) {
  enum COOPIFY_P(ResourceType) resType;
  union {
    struct { COOPIFY_P(Array_t) array; } array;
    struct { COOPIFY_P(MipmappedArray_t) mipmap; } mipmap;
    struct { void *devPtr; COOPIFY_P(ChannelFormatDesc) desc; size_t sizeInBytes; } linear;
    struct {
      void *devPtr;
      COOPIFY_P(ChannelFormatDesc) desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
} COOPIFY_P(ResourceDesc);
struct COOPIFY_P(ResourceViewDesc) {
  int format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};
typedef struct COOPIFY_P(TextureDesc) {
  enum COOPIFY_P(TextureAddressMode) addressMode[3];
  enum COOPIFY_P(TextureFilterMode) filterMode;
  enum COOPIFY_P(TextureReadMode) readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum COOPIFY_P(TextureFilterMode) mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
} COOPIFY_P(TextureDesc);
typedef struct COOPIFY_P(__texture) *COOPIFY_P(TextureObject_t);
typedef struct COOPIFY_P(__surface) *COOPIFY_P(SurfaceObject_t);
typedef struct COOPIFY_P(TextureReferenceBase) {
  int normalized;
  enum COOPIFY_P(TextureReadMode) readMode;
  enum COOPIFY_P(TextureFilterMode) filterMode;
  enum COOPIFY_P(TextureAddressMode) addressMode[3];
  COOPIFY_P(ChannelFormatDesc) channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum COOPIFY_P(TextureFilterMode) mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
} COOPIFY_P(TextureReferenceBase);
