import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quotedSchema } from './quoted-schema.js';

/**
 * The entries of the index of words: the folded words of several texts (`wordsOf` in `domain/plan/text-search.ts`) and their
 * stems, each with the place of its text before it (`0:harbour`, `1:grill`), and what longer words begin with (`0*h`, `0*ha`).
 * So one index finds what has one word in this text and another in that, and who may not search a text leaves out its place.
 * Beginnings are entries because PostgreSQL would collect the rows of all words with a beginning before it looks at the other
 * words of a search: for a frequent word, many times what the rest takes.
 *
 * `schema` is in the text, because PostgreSQL hides everything outside of `pg_catalog` while it makes indexes. A document has
 * at most 1 MB of entries, so the texts share 100,000 characters, and beginnings have 8 bytes at most; words that are too long
 * for an entry are left out. The cost keeps the planner from computing what the index has.
 */
const searchWords = (schema: string): string => `
  CREATE OR REPLACE FUNCTION quire_search_words(locale text, VARIADIC texts text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $function$
    SELECT array_to_tsvector(ARRAY(
      SELECT entry
      FROM (SELECT octet_length(before) + 9 AS most, unnest(CASE WHEN number > cardinality(words) THEN ARRAY[before || ':' || word]
          ELSE (ARRAY[before || ':' || word, before || '*' || left(word, 1), before || '*' || left(word, 2),
            before || '*' || left(word, 3), before || '*' || left(word, 4), before || '*' || left(word, 5),
            before || '*' || left(word, 6), before || '*' || left(word, 7), before || '*' || left(word, 8)])[1:length(word)] END) AS entry
        FROM (SELECT place::text AS before, string_to_array(folded, ' ') AS words, ${schema}.quire_stems(locale, folded) AS stems
          FROM (SELECT place, regexp_replace(lower(plain COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g') AS folded
            FROM (SELECT place, CASE WHEN octet_length(cut) = length(cut) THEN cut
                ELSE regexp_replace(normalize(cut, NFKD), '[\\u0300-\\u036f]+', '', 'g') END AS plain
              FROM (SELECT t.place - 1 AS place, left(t.value, least(50000, 100000 / cardinality(texts))) AS cut
                FROM unnest(texts) WITH ORDINALITY t(value, place) WHERE t.value IS NOT NULL OFFSET 0) a OFFSET 0) b OFFSET 0) c OFFSET 0) d,
          unnest(words || stems) WITH ORDINALITY w(word, number)
        WHERE word <> '' AND octet_length(word) <= 2000) e
      WHERE octet_length(entry) <= most OR substr(entry, most - 8, 1) = ':'))
    $function$`;

/**
 * The query for texts with these places that have one of the folded words or one of the stems or, where `beginning` is true,
 * a longer word. It keeps a search in one process: starting others costs more than most searches take.
 */
const searchTerms = `
  CREATE OR REPLACE FUNCTION quire_search_terms(places integer[], words text[], stems text[], beginning boolean)
    RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL UNSAFE AS $function$
    SELECT string_agg('''' || p.place || f.form, ' | ')::tsquery
    FROM unnest(places) p(place),
      (SELECT ':' || word || '''' AS form FROM unnest(words || stems) a(word)
        UNION SELECT CASE WHEN octet_length(word) <= 8 THEN '*' || word || '''' ELSE ':' || word || ''':*' END
          FROM unnest(words) b(word) WHERE beginning) f
    $function$`;

export class SearchWords1796040000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(searchWords(await quotedSchema(queryRunner)));
    await queryRunner.query(searchTerms);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION quire_search_words, quire_search_terms CASCADE');
  }
}
