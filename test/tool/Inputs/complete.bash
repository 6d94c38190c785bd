# complete.bash SCRIPT WORDBREAKS LINE: what bash would put behind the last of WORDBREAKS, sorted.
source "$1"
COMP_WORDBREAKS=$2
COMP_LINE=$3
COMP_POINT=${#COMP_LINE}
_coopify
printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort
