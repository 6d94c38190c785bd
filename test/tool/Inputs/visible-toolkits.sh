# visible-toolkits.sh CUDA_TOOLKIT_PY FOLDER: what can be seen of toolkits here.
echo "folders: $($1 --folders)"
echo "nvcc: $($1)"
echo "variable: ${CUDA_PATH:-}"
ls "$2" | wc -l
nvcc
echo $?
