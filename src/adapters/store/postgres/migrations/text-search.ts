import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The text search configurations of PostgreSQL by language code, as far as the server has them. */
const languages: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/**
 * The words of a text, without case and accents (as `wordsOf` in `domain/plan/text-search.ts`), and their stems in the
 * language of the locale. Uses nothing outside of `pg_catalog`, because PostgreSQL hides everything else while it makes
 * indexes. The cost keeps the planner from computing what an index has.
 */
const words = (language: string): string => `
  CREATE OR REPLACE FUNCTION quire_words(locale text, value text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $function$
    SELECT CASE WHEN language IS NULL THEN to_tsvector('pg_catalog.simple', folded)
      ELSE to_tsvector('pg_catalog.simple', folded) || to_tsvector(language, folded) END
    FROM (SELECT regexp_replace(lower(plain COLLATE "und-x-icu"), '[^[:alnum:]]+', ' ', 'g') AS folded,
        ${language} AS language
      FROM (SELECT CASE WHEN octet_length(cut) = length(cut) THEN cut
          ELSE regexp_replace(normalize(cut, NFKD), '[\\u0300-\\u036f]+', '', 'g') END AS plain
        FROM (SELECT left(value, 50000) AS cut OFFSET 0) a OFFSET 0) b OFFSET 0) c
    $function$`;

/** The query for one folded word: it, its beginning where `beginning` is true, or its stem. */
const terms = (language: string): string => `
  CREATE OR REPLACE FUNCTION quire_terms(locale text, word text, beginning boolean) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $function$
    SELECT CASE WHEN language IS NULL THEN plain ELSE plain || to_tsquery(language, quoted) END
    FROM (SELECT to_tsquery('pg_catalog.simple', quoted || CASE WHEN beginning THEN ':*' ELSE '' END) AS plain,
        quoted, language
      FROM (SELECT '''' || word || '''' AS quoted, ${language} AS language OFFSET 0) a OFFSET 0) b
    $function$`;

/** The SQL of the configuration of `locale`, or null. */
export async function languageOfLocale(queryRunner: QueryRunner): Promise<string> {
  const rows = (await queryRunner.query(
    `SELECT cfgname FROM pg_ts_config WHERE cfgnamespace = 'pg_catalog'::regnamespace`,
  )) as readonly { readonly cfgname: string }[];
  const known = new Set(rows.map(({ cfgname }) => cfgname));
  const cases = Object.entries(languages)
    .filter(([, name]) => known.has(name))
    .map(([code, name]) => `WHEN '${code}' THEN 'pg_catalog.${name}'::regconfig`);
  return `CASE lower(split_part(split_part(locale, '-', 1), '_', 1)) ${cases.join(' ')} END`;
}

export class TextSearch1795608000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const language = await languageOfLocale(queryRunner);
    await queryRunner.query(words(language));
    await queryRunner.query(terms(language));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION quire_words, quire_terms');
  }
}
