import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import * as types from '@graphql-codegen/typescript';
import { parse, printSchema } from 'graphql';
import { createShadowCrud } from '../../src/adapters/delivery/graphql/extension/shadow-crud.js';
import { generateSchema } from '../../src/adapters/delivery/graphql/schema/generate-schema.js';
import type { ResponseFormat } from '../../src/adapters/delivery/graphql/shape/shape.js';
import { shapes } from '../../src/adapters/delivery/graphql/shape/shapes.js';
import type { Documents } from '../../src/application/documents/documents.js';
import { fixtureSchema } from '../http/fixture.js';

/**
 * Generates `types.ts` for operations on the restaurants, with GraphQL Code Generator, and compiles a program that
 * imports it. Returns what the compiler reports; an empty text if it compiles.
 */
export async function compileOperations(
  format: ResponseFormat,
  operationText: string,
  program: string,
): Promise<string> {
  const text = await codegen({
    filename: 'types.ts',
    config: {},
    schema: parse(schemaText(format)),
    documents: [{ document: parse(operationText) }],
    plugins: [{ types: {} }, { operations: {} }],
    pluginMap: { types, operations },
  });
  const folder = mkdtempSync(join(tmpdir(), 'quire-types-'));
  try {
    writeFileSync(join(folder, 'types.ts'), text);
    writeFileSync(join(folder, 'use.ts'), program);
    const args = [tsc, ...compilerOptions, join(folder, 'use.ts')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
    return status === 0 ? '' : `${status} ${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function schemaText(format: ResponseFormat): string {
  const schema = fixtureSchema();
  const limits = { defaultLimit: 10, maxLimit: 100 };
  const given = { schema, documents: {} as Documents, limits, shape: shapes[format] };
  return printSchema(generateSchema(given, createShadowCrud(schema)).schema);
}

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const compilerOptions = [
  '--noEmit',
  '--strict',
  '--allowImportingTsExtensions',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--types',
  '',
];
