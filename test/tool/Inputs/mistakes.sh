# mistakes.sh COOPIFY: makes each mistake and prints it, what is said to it, and the exit code.
coopify=$1
mkdir -p dir/compile_commands.json empty far nojson obj nokey folder.cu
echo '[]' > empty/compile_commands.json
echo '[{"directory": "/nowhere/build", "file": "a.cu", "command": "nvcc -c a.cu"}]' > far/compile_commands.json
echo 'hello' > nojson/compile_commands.json
echo '{}' > obj/compile_commands.json
echo '[{"directory": "/", "file": "a.cu"}]' > nokey/compile_commands.json
echo 'text' > notes
printf 'x\0y' > bin.cu
printf '\377\376x\0' > wide.cu
while IFS= read -r words; do
  printf '== %s\n' "$words"
  eval "set -- $words"
  "$coopify" --cuda-path=embedded "$@" 2>&1 | head -n 2
  "$coopify" --cuda-path=embedded "$@" > /dev/null 2>&1
  echo "-> $?"
done
