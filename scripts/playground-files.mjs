// Copies the files of GraphiQL's page into the build, so that an installed package needs neither GraphiQL nor React.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const files = {
  'react.js': 'react/umd/react.production.min.js',
  'react-dom.js': 'react-dom/umd/react-dom.production.min.js',
  'react.LICENSE': 'react/LICENSE',
  'graphiql.js': 'graphiql/graphiql.min.js',
  'graphiql.css': 'graphiql/graphiql.min.css',
  'graphiql.LICENSE': 'graphiql/LICENSE',
};

/** Copies the files into `folder`/playground. */
export function copyPlayground(root, folder) {
  const target = join(root, folder, 'playground');
  mkdirSync(target, { recursive: true });
  for (const [name, file] of Object.entries(files))
    copyFileSync(join(root, 'node_modules', file), join(target, name));
}
