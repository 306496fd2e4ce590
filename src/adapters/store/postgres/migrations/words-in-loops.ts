import type { MigrationInterface, QueryRunner } from 'typeorm';
import { quotedSchema } from './quoted-schema.js';
import { languageOfLocale } from './text-search.js';

/** `quire_stems` of `type-words.ts` as one expression, which PostgreSQL puts in the place of a call. */
const stems = (language: string): string => `
  CREATE OR REPLACE FUNCTION quire_stems(locale text, folded text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
    SELECT coalesce(tsvector_to_array(to_tsvector(${language}, folded)), '{}')
    $function$`;

/**
 * `quire_search_words` of `search-words.ts` with the same entries, in loops: PostgreSQL starts a query in a function anew for
 * each row, which took five times as long as what is here.
 */
const searchWords = (schema: string): string => `
  CREATE OR REPLACE FUNCTION quire_search_words(locale text, VARIADIC texts text[]) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $function$
    DECLARE
      most integer := least(50000, 100000 / cardinality(texts));
      place integer := -1;
      entries text[] := '{}';
      cut text;
      folded text;
      words text[];
      word text;
      start text;
    BEGIN
      FOREACH cut IN ARRAY texts LOOP
        place := place + 1;
        CONTINUE WHEN cut IS NULL;
        cut := left(cut, most);
        IF octet_length(cut) <> length(cut) THEN
          cut := regexp_replace(normalize(cut, NFKD), '[\\u0300-\\u036f]+', '', 'g');
        END IF;
        folded := regexp_replace(lower(cut COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g');
        words := string_to_array(folded, ' ');
        FOREACH word IN ARRAY words || ${schema}.quire_stems(locale, folded) LOOP
          CONTINUE WHEN word = '' OR octet_length(word) > 2000;
          entries := array_append(entries, place || ':' || word);
        END LOOP;
        FOREACH word IN ARRAY words LOOP
          CONTINUE WHEN octet_length(word) > 2000;
          FOR size IN 1 .. least(8, length(word) - 1) LOOP
            start := left(word, size);
            EXIT WHEN octet_length(start) > 8;
            entries := array_append(entries, place || '*' || start);
          END LOOP;
        END LOOP;
      END LOOP;
      RETURN array_to_tsvector(entries);
    END
    $function$`;

export class WordsInLoops1796126400000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(stems(await languageOfLocale(queryRunner)));
    await queryRunner.query(searchWords(await quotedSchema(queryRunner)));
  }

  async down(): Promise<void> {
    // Both have the results that they had before.
  }
}
