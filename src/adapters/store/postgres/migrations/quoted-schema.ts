import type { QueryRunner } from 'typeorm';

/** The quoted name of the schema that holds the content, for the bodies of functions, which also run with other search paths. */
export async function quotedSchema(queryRunner: QueryRunner): Promise<string> {
  const rows = (await queryRunner.query('SELECT quote_ident(current_schema()) AS schema')) as readonly {
    readonly schema: string | null;
  }[];
  return rows[0]?.schema ?? 'public';
}
