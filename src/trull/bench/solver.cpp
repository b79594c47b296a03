// The solver of Königrufen once more, in C++: it exists to be compared, and nothing else uses it.
//
// `trull bench search` compiles it (g++ -O3 -march=native), lets it and the solver that numba
// compiles answer the same questions, wants the same answers from the same number of positions,
// and prints how many of them each looks at in a second. So it does what bots/koenigrufen/fast
// does: search.py, bounds.py, known.py and the kernels, function by function under the same names,
// where the reasons stand. What differs is what C++ has and the block has not: a recursion with
// its frames on the stack, and records.
//
// The worlds wait in a block as board.py lays it out, and the answers take their places; the table
// of known positions is the block's own. "board.h" is written by the bench: every number of
// board.py under its name, and the masks of the pack.

#include <algorithm>
#include <bit>
#include <cstdint>
#include "board.h"

namespace {

using Word = std::int64_t;
using Set = std::uint64_t;  // of cards, a bit each

constexpr int ABOVE_ALL = 1000, BEFORE_ALL = 1 << 20;
constexpr int FIRST_TAROCK = 32, MIDDLE = 43, LAST = 12, EVERYBODY = 15;
constexpr int FREE = 0, ORDER_ONLY = 1;
constexpr Set TRULL = PAGAT | MOND | SKUES, SIZE = (Set(1) << 56) - 1;
constexpr Set NUMBER = 0x9E3779B97F4A7C1;
constexpr Set SALTS[] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                         0x85EBCA77C2B2AE63};

int lowest(Set cards) { return std::countr_zero(cards); }
int highest(Set cards) { return 63 - std::countl_zero(cards); }
int count(Set cards) { return std::popcount(cards); }
Set one(int card) { return Set(1) << card; }
Set below(int card) { return one(card) - 1; }
Set above(int card) { return ~Set(1) << card; }
Set family(int card) { return card < FIRST_TAROCK ? Set(255) << (card & 24) : TAROCKS; }

Set mixed(Set a, Set b, Set c, Set d) {
    Set word = a * SALTS[0] ^ b * SALTS[1] ^ c * SALTS[2] ^ d * SALTS[3];
    word = (word ^ word >> 29) * SALTS[0];
    return word ^ word >> 32;
}

int nth(Set cards, int place) {
    while (place-- > 0) cards &= cards - 1;
    return lowest(cards);
}

int thirds(Set cards) {
    return count(cards) + 12 * count(cards & FIVES) + 9 * count(cards & QUEENS) +
           6 * count(cards & CAVALLS) + 3 * count(cards & JACKS);
}

// Announced cards, as in the kernels

Set with_target(Set cards, int first, int last) {
    Set found = 0;
    for (; cards; cards &= cards - 1) {
        int card = lowest(cards);
        int target = one(card) & TAROCKS ? 12 - (card - highest(PAGAT)) : 12;
        if (first <= target && target <= last) found |= one(card);
    }
    return found;
}

Set out_of_order(Set cards, Set birds, int number) {
    Set alive = with_target(birds, number, 12), barred = 0;
    for (Set early = with_target(birds & cards, number + 1, 12); early; early &= early - 1)
        if (alive & above(lowest(early))) barred |= early & -early;
    return barred;
}

Set keep_announced(int mode, Set cards, Set hand, Set announced, int number) {
    Set held = announced & hand, birds = held & TAROCKS;
    if (mode == FREE || !(held & cards)) return cards;
    if (mode == ORDER_ONLY) return cards & ~out_of_order(cards, birds, number);
    if (Set due = with_target(held & cards, number, number)) return due;
    if (Set spare = cards & ~with_target(held & cards, number + 1, 12)) return spare;
    Set given_up = held & cards & ~TAROCKS;
    return birds & cards ? given_up | one(highest(birds & cards)) : given_up;
}

// Bounds that need no board

Set masters(Set hand, Set others) {
    Set found = 0;
    for (int suit = 0; suit < FIRST_TAROCK; suit += 8) {
        Set mine = hand >> suit & 255, theirs = others >> suit & 255;
        if (mine && theirs) mine &= above(highest(theirs));
        found |= mine << suit;
    }
    return found;
}

int cheapest(Set cards, int number) {
    if (number <= 0) return 0;
    int worth = number, dear = number - count(cards & ~(FIVES | QUEENS | CAVALLS | JACKS));
    if (dear <= 0) return worth;
    worth += 3 * dear, dear = std::max(dear - count(cards & JACKS), 0);
    worth += 3 * dear, dear = std::max(dear - count(cards & CAVALLS), 0);
    return worth + 3 * dear + 3 * std::max(dear - count(cards & QUEENS), 0);
}

Set drawing(Set mine, Set others) { return others ? mine & above(highest(others)) : mine; }

// A moment of the play; a value with the ranks it stands on

struct Frame {
    int player, lying, led, crown, winner, need, rem;
    Set trick;
    Word shape;
};

struct Told {
    int value;
    Set ranks;
};

struct Solver {
    Word *b;
    Set hand[4];
    Word nodes;
    bool stopped;
    const bool farben, negative, must_beat, kaiserstich, bounds, weighted;
    const int mode, kind, counted, wishers, card, target;
    const Set announced;
    Set forced = 0;

    explicit Solver(Word *block)
        : b(block), farben(b[FARBEN]), negative(b[NEGATIVE]), must_beat(b[MUST_BEAT]),
          kaiserstich(b[KAISERSTICH]), bounds(b[BOUNDS]), weighted(b[WEIGHTED]), mode(b[MODE]),
          kind(b[KIND]), counted(b[COUNTED]), wishers(b[WISHERS]), card(b[CARD]),
          target(b[TARGET]), announced(b[ANNOUNCED]) {}

    Set like(int c) const { return b[LIKE + c]; }
    int worth(int c) const { return b[WORTH + c]; }
    Set in_play(Set trick) const { return trick | hand[0] | hand[1] | hand[2] | hand[3]; }
    Set from_here_up(int c) const { return like(c) & ~Set(0) << c; }
    bool counts(int seat) const { return counted >> seat & 1; }

    // The law of a trick, as in the kernels

    int winning_card(Set trick, int led, int crown) const {
        if (crown == 2) return highest(PAGAT);
        Set tarocks = trick & TAROCKS;
        return highest(farben || !tarocks ? trick & family(led) : tarocks);
    }

    int crown_after(Set trick, int led, int crown, int c) const {
        if (!kaiserstich || led < 0) return 0;
        if (farben && !(one(led) & TAROCKS)) return 0;
        if (one(c) == SKUES && trick & MOND) return 1;
        return one(c) == PAGAT && crown == 1 ? 2 : crown;
    }

    Set without_pagat(Set held, Set cards, int crown) const {
        return crown != 1 && count(held & TAROCKS) > 1 ? cards & ~PAGAT : cards;
    }

    Set beating(Set cards, Set trick, int led, int crown) const {
        if (crown == 1) return cards & PAGAT;
        int best = winning_card(trick, led, crown);
        if (one(best) & TAROCKS) return cards & TAROCKS & above(best);
        return (cards & TAROCKS) | (cards & family(led) & above(best));
    }

    Set legal_cards(Set held, Set trick, int led, int crown) const {
        if (led < 0) {
            if (farben && held & ~TAROCKS) return held & ~TAROCKS;
            return negative ? without_pagat(held, held, 0) : held;
        }
        Set cards = held & family(led);
        if (!cards) cards = held & TAROCKS;
        if (!cards) cards = held;
        if (!negative) return cards;
        cards = without_pagat(held, cards, crown);
        Set better = must_beat ? beating(cards, trick, led, crown) : 0;
        return better ? better : cards;
    }

    // What a side takes whatever happens (bounds.py)

    Set held_by(int side) const {
        Set cards = 0;
        for (int seat = 0; seat < 4; ++seat)
            if (side >> seat & 1) cards |= hand[seat];
        return cards;
    }

    bool may_crown(Set cards) const {
        if (!kaiserstich || (cards & TRULL) != TRULL) return false;
        return std::count_if(hand, hand + 4, [](Set held) { return held & TRULL; }) == 3;
    }

    int tarock_tricks(int side, Set theirs, int &edge) const {
        int wins = 0;
        for (int seat = 0; seat < 4; ++seat) {
            Set cards = side >> seat & 1 ? hand[seat] & TAROCKS : 0;
            for (int held = 1; cards; ++held) {
                int c = highest(cards), more = held - count(theirs & above(c));
                cards ^= one(c);
                if (more > wins) wins = more, edge = c;
            }
        }
        return wins;
    }

    Set cashable(int leader, Set others) const {
        Set best = masters(hand[leader], others), found = 0;
        for (int suit = 0; suit < FIRST_TAROCK; suit += 8) {
            Set cards = best >> suit & 255;
            if (!cards) continue;
            int rounds = 8;
            for (int place = 1; place < 4; ++place) {
                Set other = hand[(leader + place) & 3];
                if (other & TAROCKS) rounds = std::min(rounds, count(other >> suit & 255));
            }
            while (count(cards) > rounds) cards &= cards - 1;
            found |= cards << suit;
        }
        return found;
    }

    int least_worth(int tricks, Set certain) const {
        if (!weighted) return tricks;
        int sum = thirds(certain);
        for (Set held : hand) sum += cheapest(held & ~certain, tricks - count(held & certain));
        return sum;
    }

    Set needed(Set cards, Set others) const {
        Set ranks = 0;
        while (cards) {
            int c = lowest(cards);
            if (like(c) & others) ranks |= from_here_up(c);
            cards &= ~(like(c) | one(c));
        }
        return ranks;
    }

    Told run_off(Set cards, Set others) const {
        Set high = drawing(cards & TAROCKS, others & TAROCKS);
        return {least_worth(count(cards), cards), needed(high | (cards & ~TAROCKS), others)};
    }

    Told sure(const Frame &f, int side, int wanted) const {
        bool leads = side >> f.player & 1;
        Set held = hand[f.player], theirs = held_by(~side), others = in_play(0) & ~held;
        if (farben) return leads ? run_off(masters(held, others), others) : Told{0, 0};
        bool crown = may_crown(held | others), robbed = crown && theirs & PAGAT;
        theirs &= TAROCKS;
        int edge = -1, wins = std::max(tarock_tricks(side, theirs, edge) - robbed, 0);
        Set cards = leads ? cashable(f.player, others) : 0;
        Set honours = robbed ? 0 : drawing(held_by(side) & FIVES & TAROCKS, theirs);
        Set ranks = needed(cards, others) | (wins ? needed(one(edge), theirs) : 0);
        int value = least_worth(wins + count(cards), cards | honours);
        if (!leads || crown || value >= wanted) return {value, ranks};
        int longest = 0;
        for (int place = 1; place < 4; ++place)
            longest = std::max(longest, count(hand[(f.player + place) & 3] & TAROCKS));
        if (count(drawing(held & TAROCKS, others & TAROCKS)) < longest) return {value, ranks};
        Told off = run_off((held & TAROCKS) | masters(held, others), others);
        return {std::max(value, off.value), off.ranks};
    }

    // Positions between two tricks that are known (known.py)

    Told known(const Frame &f, int alpha, int beta, int &first) {
        int left = count(hand[f.player]);
        if (kind == EXACTLY) {
            if (f.need < 0 || f.need > left) return {0, 0};
        } else if (f.rem <= alpha) {
            return {f.rem, 0};
        } else if (beta <= 0) {
            return {0, 0};
        }
        if (!left) return {kind == EXACTLY && f.need == 0, 0};
        if (left < 2) return last_trick(f);
        if (bounds) {
            Told ours = sure(f, counted, beta);
            if (ours.value >= beta) return ours;
            Told theirs = sure(f, EVERYBODY ^ counted, f.rem - alpha);
            if (theirs.value >= f.rem - alpha) return {f.rem - theirs.value, theirs.ranks};
        }
        return remembered(f, alpha, beta, first);
    }

    Told last_trick(const Frame &f) const {
        int crown = 0, led = -1, winner = f.player;
        Set trick = 0;
        for (int place = 0; place < 4; ++place) {
            int player = (f.player + place) & 3, c = lowest(hand[player]);
            crown = crown_after(trick, led, crown, c);
            if (led < 0) led = c;
            trick |= one(c);
            if (winning_card(trick, led, crown) == c) winner = player;
        }
        int best = winning_card(trick, led, crown);
        Set ranks = deciding(trick, best);
        if (kind == EXACTLY) return {f.need == counts(winner), ranks};
        return {counts(winner) ? brought(trick, best, LAST) : 0, ranks};
    }

    Set deciding(Set trick, int best) const {
        return like(best) & trick & ~one(best) ? from_here_up(best) : 0;
    }

    int brought(Set trick, int best, int number) const {
        if (kind == ADDITIVE) return int(b[EXTRA + number]) + (weighted ? thirds(trick) : 0);
        if (kind == EXACTLY || number != target || !(trick >> card & 1)) return 0;
        return kind == KING || best == card;
    }

    int used_up(Set trick, int best, int number) const {
        if (kind == ADDITIVE) return brought(trick, best, number);
        return kind != EXACTLY && (number == target || trick >> card & 1);
    }

    Word led_shape(const Frame &f) const {
        return f.shape + b[LEAD + f.player] + f.need * MORE;
    }

    Word *bucket_of(Word shape) const { return b + TABLE + BUCKET * (shape & b[TABLE_MASK]); }

    Told remembered(const Frame &f, int alpha, int beta, int &first) {
        Word shape = led_shape(f);
        Told told = looked_up(shape, alpha, beta, first);
        if (told.value >= 0 || count(in_play(0) & like(MIDDLE)) < FAR_DOWN) return told;
        return looked_up(shape + holders(), alpha, beta, first);
    }

    Told looked_up(Word shape, int alpha, int beta, int &first) {
        Word *bucket = bucket_of(shape);
        Set odd = 0, upper = 0;
        bool ordered = false;
        for (Word *entry = bucket; entry < bucket + BUCKET; entry += ENTRY) {
            Word told = entry[0];
            if (told >> INFO != shape >> INFO) continue;
            first = int(told >> 16 & 63) - 1;
            int low = told & 255, high = told >> 8 & 255;
            if (low < beta && high > alpha && low < high) continue;
            if (!ordered) orders(odd, upper), ordered = true;
            Set places = entry[1];
            if (Set(entry[2]) == mixed(odd & places, upper & places, places, shape))
                return {high <= alpha ? high : low, ranks_of(places)};
        }
        return {-1, 0};
    }

    void remember(const Frame &f, int low, int high, int chosen, Set ranks) {
        Word shape = led_shape(f);
        Set places = places_of(ranks), odd, upper;
        if (count(places & like(MIDDLE)) >= FAR_DOWN) shape += holders();
        orders(odd, upper);
        Word order = mixed(odd & places, upper & places, places, shape);
        Word *bucket = bucket_of(shape), *entry = bucket;
        while (entry[2] != order && entry < bucket + BUCKET - ENTRY) entry += ENTRY;
        if (entry[2] == order) {
            low = std::max(low, int(entry[0] & 255));
            high = std::min(high, int(entry[0] >> 8 & 255));
        }
        std::copy_backward(bucket, entry, entry + ENTRY);
        bucket[0] = (shape >> INFO << 6 | (chosen + 1)) << 16 | high << 8 | low;
        bucket[1] = places;
        bucket[2] = order;
    }

    Word holders() const {
        Set odd = hand[1] | hand[3], upper = hand[2] | hand[3], found = 1;
        Set rest = in_play(0) & like(MIDDLE);
        for (int n = 0; n < FAR_DOWN && rest; ++n) {
            int c = highest(rest);
            rest ^= one(c);
            found = found << 2 | (odd >> c & 1) << 1 | (upper >> c & 1);
        }
        return found * NUMBER & SIZE;
    }

    void orders(Set &odd_order, Set &upper_order) const {
        Set odd = hand[1] | hand[3], upper = hand[2] | hand[3], present = in_play(0);
        odd_order = upper_order = 0;
        int place = 0;
        for (const Word *chunk = b + CHUNK; chunk < b + CHUNK + 3 * b[CHUNKS]; chunk += 3) {
            int shift = chunk[0];
            Set width = chunk[1], here = present >> shift & width;
            if (chunk[2] >= 0) place = shift;
            const Word *close = b + CLOSE + 32 * here;
            odd_order |= Set(close[odd >> shift & width]) << place;
            upper_order |= Set(close[upper >> shift & width]) << place;
            place += count(here);
        }
    }

    Set places_of(Set ranks) const {
        Set present = in_play(0), places = 0;
        ranks = present & (negative ? ~Set(b[LONE]) : ranks);
        while (ranks) {
            int c = lowest(ranks);
            Set run = like(c), cards = present & run;
            ranks &= ~run;
            places |= (one(count(cards)) - one(count(cards & below(c)))) << lowest(run);
        }
        return places;
    }

    Set ranks_of(Set places) const {
        Set present = in_play(0), ranks = 0;
        while (places) {
            int place = lowest(places);
            Set run = like(place);
            ranks |= from_here_up(nth(present & run, place - lowest(run)));
            places &= ~run;
        }
        return ranks;
    }

    // Which cards, in which order (search.py)

    int moves(const Frame &f, int ply, int first, Word *buffer, Set &left_out) const {
        Set held = hand[f.player], cards = legal_cards(held, f.trick, f.led, f.crown);
        if (announced & held)
            cards = keep_announced(mode, cards, held, announced & held, 13 - count(held));
        if (!ply) cards &= forced;
        Set lawful = cards;
        cards = unlike(held, cards, in_play(f.trick));
        left_out = lawful & ~cards;
        if (!(cards & (cards - 1))) {
            buffer[0] = lowest(cards);
            return 1;
        }
        if (negative) return ducking(buffer, f, cards);
        return f.lying ? following(buffer, f, cards) : leading(buffer, f.player, cards, first);
    }

    Set unlike(Set held, Set cards, Set present) const {
        Set found = cards;
        for (Set rest = cards; rest; rest &= rest - 1) {
            int c = lowest(rest);
            Set lower = present & like(c) & below(c);
            if (lower && held >> highest(lower) & 1) found &= ~one(c);
        }
        return found;
    }

    int top_of(Set held, int led) const {
        Set cards = held & family(led);
        if (!cards && !farben) cards = held & TAROCKS;
        return cards ? highest(cards) : -1;
    }

    int mark(int which, int c) const {
        const Word *weights = b + WEIGHTS + 3 * which;
        int rank = c >= FIRST_TAROCK ? c - FIRST_TAROCK : 0;
        return int(weights[0]) + int(weights[1]) * worth(c) + int(weights[2]) * rank;
    }

    void weigh(int player, int others, int led, int &threat, int &help) const {
        threat = help = -1;
        for (int place = 1; place <= others; ++place) {
            int other = (player + place) & 3, top = top_of(hand[other], led);
            int &most = counts(other) != counts(player) ? threat : help;
            most = std::max(most, top);
        }
    }

    int leading(Word *buffer, int player, Set cards, int first) const {
        int found = 0, suit = -1, threat = -1, help = -1;
        for (; cards; cards &= cards - 1) {
            int c = lowest(cards), of = c < FIRST_TAROCK ? c >> 3 : 4;
            if (of != suit) suit = of, weigh(player, 3, c, threat, help);
            int told = mark(c > threat ? 0 : help > threat ? 1 : 2, c);
            if (of == 4) told += int(b[WEIGHTS + 24]);
            if (c == first) told = BEFORE_ALL;
            buffer[found++] = Word(told) << 6 | c;
        }
        return found;
    }

    int following(Word *buffer, const Frame &f, Set cards) const {
        int found = 0, threat, help;
        weigh(f.player, 3 - f.lying, f.led, threat, help);
        int best = winning_card(f.trick, f.led, f.crown);
        bool partners = counts(f.winner) == counts(f.player);
        bool safe = (partners && best > threat) || help > std::max(threat, best);
        for (; cards; cards &= cards - 1) {
            int c = lowest(cards), which = safe ? 5 : 7;
            if (winning_card(f.trick | one(c), f.led, f.crown) == c)
                which = c > threat ? 3 : help > threat ? 6 : 4;
            buffer[found++] = Word(mark(which, c)) << 6 | c;
        }
        return found;
    }

    int ducking(Word *buffer, const Frame &f, Set cards) const {
        int found = 0;
        for (; cards; cards &= cards - 1) {
            int c = lowest(cards);
            bool takes = f.led < 0 || winning_card(f.trick | one(c), f.led, f.crown) == c;
            buffer[found++] = Word(takes ? 100 - c : 200 + c) << 6 | c;
        }
        return found;
    }

    int spared(const Frame &f, Set held, const Word *buffer, int tried, int alpha, int beta,
               Set &ranks) const {
        if (!bounds) return -1;
        Set all = in_play(f.trick), foreign = all & ~held;
        Set crowned = kaiserstich && (all & TRULL) == TRULL ? TRULL : 0;
        bool wish = wishers >> f.player & 1;
        int c = buffer[tried] & 63;
        if (crowned >> c & 1) return -1;
        for (int place = 0; place < tried; ++place) {
            int other = buffer[place] & 63, low = std::min(c, other), high = std::max(c, other);
            if (!(family(c) >> other & 1) || foreign & below(high) & above(low)) continue;
            if (crowned >> other & 1) continue;
            int gap = std::abs(worth(c) - worth(other));
            int value = int(buffer[place] >> 6) + (wish ? gap : -gap);
            if (wish ? value <= alpha : value >= beta) {
                ranks |= from_here_up(low) | like(high);
                return value;
            }
        }
        return -1;
    }

    Set with_left_out(const Frame &f, Set ranks, Set left_out) const {
        Set present = in_play(f.trick);
        while (ranks & left_out) {
            int c = highest(ranks & left_out);
            left_out &= ~one(c);
            ranks |= from_here_up(highest(present & like(c) & below(c)));
        }
        return ranks;
    }

    // The search

    Told search(const Frame &f, int ply, int alpha, int beta) {
        int first = -1;
        ++nodes;
        if (ply && !f.lying) {
            Told told = known(f, alpha, beta, first);
            if (told.value >= 0) return told;
            if (nodes > b[LIMIT]) stopped = true;
        }
        const Set held = hand[f.player];
        const bool wish = wishers >> f.player & 1;
        const int floor = alpha, ceiling = beta;
        int best = wish ? -1 : ABOVE_ALL, chosen = -1;
        Set ranks = 0, left_out;
        Word buffer[MOVES_SIZE];
        int found = moves(f, ply, first, buffer, left_out);
        for (int place = 0; place < found && alpha < beta; ++place) {
            std::swap(buffer[place], *std::max_element(buffer + place, buffer + found));
            int c = buffer[place] & 63;
            int bound = place ? spared(f, held, buffer, place, alpha, beta, ranks) : -1;
            if (bound >= 0) {
                best = wish ? std::max(best, bound) : std::min(best, bound);
                buffer[place] = Word(bound) << 6 | c;
                continue;
            }
            int gain;
            Set decided;
            Frame down = lay(f, held, c, gain, decided);
            Told told = search(down, ply + 1, alpha - gain, beta - gain);
            if (stopped) return {0, 0};
            hand[f.player] = held;
            int value = told.value + gain;
            buffer[place] = Word(value) << 6 | c;
            told.ranks |= decided;
            bool better = wish ? value > best : value < best;
            bool enough = better && (wish ? value >= beta : value <= alpha);
            ranks = enough ? told.ranks : ranks | told.ranks;
            if (!better) continue;
            best = value, chosen = c;
            if (wish) alpha = std::max(alpha, value);
            else beta = std::min(beta, value);
        }
        if (alpha < beta) ranks = with_left_out(f, ranks, left_out);
        if (ply && !f.lying)
            remember(f, best > floor ? best : 0, best < ceiling ? best : 255,
                     chosen < 0 ? first : chosen, ranks);
        return {best, ranks};
    }

    Frame lay(const Frame &f, Set held, int c, int &gain, Set &decided) {
        hand[f.player] = held ^ one(c);
        int crown = crown_after(f.trick, f.led, f.crown, c), led = f.lying ? f.led : c;
        Set trick = f.trick | one(c);
        int top = winning_card(trick, led, crown), taker = top == c ? f.player : f.winner;
        Frame down{.player = (f.player + 1) & 3, .lying = f.lying + 1, .led = led,
                   .crown = crown, .winner = taker, .need = f.need, .rem = f.rem,
                   .trick = trick, .shape = f.shape - b[TINT + 64 * f.player + c]};
        gain = 0, decided = 0;
        if (f.lying < 3) return down;
        int number = 13 - count(held);
        gain = counts(taker) ? brought(trick, top, number) : 0;
        decided = deciding(trick, top);
        int need = kind == EXACTLY ? f.need - counts(taker) : f.need;
        return {.player = taker, .lying = 0, .led = -1, .crown = 0, .winner = taker,
                .need = need, .rem = f.rem - used_up(trick, top, number), .trick = 0,
                .shape = down.shape};
    }

    // Questions

    int window(int alpha, int beta) {
        Frame root{.player = int(b[TURN]), .lying = int(b[LYING]), .led = int(b[LED]),
                   .crown = int(b[CROWN]), .winner = int(b[WINNER]), .need = int(b[NEED]),
                   .rem = int(b[REM]), .trick = Set(b[TRICK]), .shape = b[SALT]};
        for (int seat = 0; seat < 4; ++seat)
            for (Set cards = hand[seat]; cards; cards &= cards - 1)
                root.shape += b[TINT + 64 * seat + lowest(cards)];
        return search(root, 0, alpha, beta).value;
    }

    int exact(int guess) {
        int low = 0, high = b[REM], alpha = guess - 4, beta = guess + 5;
        if (high < 2) {
            int value = window(0, 1);
            return stopped ? -1 : std::min(value, 1);
        }
        while (low < high) {
            int value = window(alpha, beta);
            if (stopped) return -1;
            if (value > alpha && value < beta) return value;
            if (value <= alpha) high = value, alpha = value - 18, beta = value + 1;
            else low = value, alpha = value - 1, beta = value + 18;
        }
        return low;
    }

    int answer(int bar, int guess) {
        if (bar < 0) return exact(guess);
        int value = window(bar - 1, bar);
        return stopped ? -1 : value >= bar;
    }

    int like_before(int place, Set keep) const {
        int c = b[PLAY + place];
        if (c < 0 || keep >> c & 1) return -1;
        int earlier = place - 1;
        while (earlier >= 0 && !(like(c) >> b[PLAY + earlier] & 1)) --earlier;
        return earlier;
    }

    void begin(const Word *world) {
        std::copy(world, world + 4, hand);
        std::copy(world + BRINGS, world + BRINGS + LAST, b + EXTRA + 1);
        b[SALT] = (b[SALT] + NEXT) & SIZE;
        b[REM] = to_be_had();
        nodes = 0, stopped = false;
    }

    int to_be_had() const {
        if (kind != ADDITIVE) return 1;
        int sum = weighted ? thirds(in_play(b[TRICK])) : 0;
        for (int number = 13 - count(hand[b[TURN]]); number <= LAST; ++number)
            sum += int(b[EXTRA + number]);
        return sum;
    }

    void solve(Word *world, int bar) {
        begin(world);
        Set held = hand[b[TURN]], keep = unlike(held, held, in_play(b[TRICK]));
        int guess = b[REM] / 2;
        for (int place = 0; place < b[PLAYS]; ++place) {
            int earlier = like_before(place, keep);
            if (earlier >= 0) {
                world[place] = world[earlier];
                continue;
            }
            int c = b[PLAY + place];
            forced = c < 0 ? ~Set(0) : one(c);
            int found = answer(bar, guess);
            world[place] = found;
            if (found > 0) guess = found;
        }
        world[TOOK] = nodes;
    }
};

}  // namespace

extern "C" void solve_koenigrufen(Word *block, Word bar, Word worlds) {
    Solver solver(block);
    for (Word number = 0; number < worlds; ++number)
        solver.solve(block + WAITING + WORLD * number, int(bar));
}
