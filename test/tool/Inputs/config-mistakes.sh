# config-mistakes.sh COOPIFY: what is said to each file that is wrong, behind its text.
coopify=$1
while IFS= read -r text; do
  printf "== $text\n"
  printf "$text\n" > c.yaml
  "$coopify" --cuda-path=embedded --config=c.yaml vote.cu -- 2>&1
  [ $? -eq 2 ] || echo "not an error"
done <<'TEXTS'
chekcs: a
frobnicate: a
checks: [legacy-vote, legacy-shufle]
vendored: maybe
vendored: [true]
j: many
j: -1
warp-size: 16
helpers: inseid
arch: [sm_70, sm_7]
assume: block1d
assume: [{grant: block-1d, function: f}]
assume: [{function: f, because: so}]
assume: [{grant: block-1d, fn: f}]
assume: [{grant: block-1d, file: '[', because: x}]
checks: [{a: b}]
arch:
vendored: true\nvendored: false
just a text
checks: [a
fix: safe
allow-dirty: true
extract: a.json
link: true
emit-ninja: x
explain: legacy-vote
help: true
sources: [vote.cu]
no-cache: true
config: x
TEXTS
