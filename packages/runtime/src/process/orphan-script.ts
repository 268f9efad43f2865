/**
 * The script of the watching shell: POSIX only, plus `/proc` if there is one. Each line it reads lists everything to end, as
 * `group/mark`; either may be missing. If the pipe ends with an empty list, all is well; otherwise this process has died.
 */
export const orphanScript: string = `
trap '' HUP INT QUIT TERM
owner=$1 left=
while read -r line; do left=$line; done

# Those who carry a mark of ours and are in none of the groups: they hear each signal once.
strays() {
  [ -n "$1" ] || return 0
  for file in $(grep -lsF -e "<$owner $1>" /proc/[0-9]*/environ); do
    pid=$(echo "$file" | tr -dc 0-9)
    read -r stat < "/proc/$pid/stat" || continue
    set -- $(echo "$stat" | sed 's/.*) //')
    case " $left" in *" $3/"*) ;; *) echo "$pid" ;; esac
  done
}
# Whoever is gone is forgotten: his number may be somebody else's soon.
look() {
  living=
  for one in $left; do
    group=$(echo "$one" | cut -d / -f 1) mark=$(echo "$one" | cut -d / -f 2)
    [ -n "$group" ] && kill -s 0 -- "-$group" || group=
    [ -z "$group" ] && [ -z "$(strays "$mark")" ] || living="$living $group/$mark"
  done
  left=$living
  [ -n "$left" ]
}
tell() {
  for one in $left; do
    group=$(echo "$one" | cut -d / -f 1) mark=$(echo "$one" | cut -d / -f 2)
    [ -z "$group" ] || kill -s "$1" -- "-$group"
    for pid in $(strays "$mark"); do kill -s "$1" "$pid"; done
  done
}
rest() { sleep 0.1 || sleep 1; }

look || exit 0
tell TERM
tell CONT
for i in 1 2 3 4 5 6 7 8 9 10; do rest; look || exit 0; done
for i in 1 2 3 4 5 6 7 8 9 10; do tell KILL; rest; look || exit 0; done
`;
