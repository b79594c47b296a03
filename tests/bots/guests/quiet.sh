#!/bin/sh
# A bot for Trull in plain shell: it says the quietest word it may and plays the first card it may.
#
#     trull arena cmd:./quiet.sh random
#
# Every line that comes in is a question in JSON:
#     {"trull":1,"bot":1,"seed":7,"must":true,"acts":["play H4","play HK"],"heard":[…],"view":{…}}
# Every line that goes out is an answer: "play H4", or null for silence.

while IFS= read -r question; do
    case $question in
    *'"must":false,'* | *'"acts":[],'*)
        echo null
        continue
        ;;
    esac
    acts=${question#*'"acts":["'} # play H4","play HK"],"heard":…
    acts=${acts%%'"]'*}           # play H4","play HK
    answer=${acts%%'","'*}        # play H4
    for quiet in pass vorhand gut done lie waive no_honours look concede; do
        case '","'$acts'","' in
        *'","'$quiet'","'*)
            answer=$quiet
            break
            ;;
        esac
    done
    printf '"%s"\n' "$answer"
done
