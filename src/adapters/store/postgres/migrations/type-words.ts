import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quotedSchema } from './quoted-schema.js';
import { languageOfLocale } from './text-search.js';

/** The stems of folded words in the language of the locale; none where PostgreSQL does not know it. */
const stems = (language: string): string => `
  CREATE OR REPLACE FUNCTION quire_stems(locale text, folded text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
    SELECT CASE WHEN language IS NULL THEN '{}' ELSE tsvector_to_array(to_tsvector(language, folded)) END
    FROM (SELECT ${language} AS language OFFSET 0) a
    $function$`;

/**
 * The folded words of several texts (`wordsOf` in `domain/plan/text-search.ts`) and their stems, each with the place of its
 * text before it: `0:harbour`, `1:grill`. So one index finds what has one word in this text and another in that, and who may
 * not search a text leaves out its place. `schema` is in the text, because PostgreSQL hides everything outside of `pg_catalog`
 * while it makes indexes. A document has at most 1 MB of words, so the texts share 100,000 characters; words that are too
 * long for an entry are left out. The cost keeps the planner from computing what the index has.
 */
const typeWords = (schema: string): string => `
  CREATE OR REPLACE FUNCTION quire_type_words(locale text, VARIADIC texts text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $function$
    SELECT array_to_tsvector(ARRAY(
      SELECT place || ':' || word
      FROM (SELECT place, regexp_replace(lower(plain COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g') AS folded
        FROM (SELECT place, CASE WHEN octet_length(cut) = length(cut) THEN cut
            ELSE regexp_replace(normalize(cut, NFKD), '[\\u0300-\\u036f]+', '', 'g') END AS plain
          FROM (SELECT t.place - 1 AS place, left(t.value, least(50000, 100000 / cardinality(texts))) AS cut
            FROM unnest(texts) WITH ORDINALITY t(value, place) WHERE t.value IS NOT NULL OFFSET 0) a OFFSET 0) b OFFSET 0) c,
        unnest(string_to_array(folded, ' ') || ${schema}.quire_stems(locale, folded)) w(word)
      WHERE word <> '' AND octet_length(word) <= 2000))
    $function$`;

/**
 * The query for texts with these places that have one of the folded words or, where `beginning` is true, one that begins
 * with one, or have one of the stems. It keeps a search in one process: starting others costs more than most searches take.
 */
const placedTerms = `
  CREATE OR REPLACE FUNCTION quire_placed_terms(places integer[], words text[], stems text[], beginning boolean)
    RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL UNSAFE AS $function$
    SELECT string_agg('''' || p.place || ':' || replace(replace(w.word, '\\', '\\\\'), '''', '''''') || w.ending, ' | ')::tsquery
    FROM unnest(places) p(place),
      (SELECT word, CASE WHEN beginning THEN ''':*' ELSE '''' END AS ending FROM unnest(words) a(word)
        UNION SELECT stem, '''' FROM unnest(stems) b(stem)) w
    $function$`;

export class TypeWords1795867200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(stems(await languageOfLocale(queryRunner)));
    await queryRunner.query(typeWords(await quotedSchema(queryRunner)));
    await queryRunner.query(placedTerms);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION quire_type_words, quire_stems, quire_placed_terms CASCADE');
  }
}
