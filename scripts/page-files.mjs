// Copies the files of the development pages into the build, so that an installed package does not need their packages.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = {
  'graphiql/react.js': 'react-18/umd/react.production.min.js',
  'graphiql/react-dom.js': 'react-dom-18/umd/react-dom.production.min.js',
  'graphiql/react.LICENSE': 'react-18/LICENSE',
  'graphiql/graphiql.js': 'graphiql/graphiql.min.js',
  'graphiql/graphiql.css': 'graphiql/graphiql.min.css',
  'graphiql/graphiql.LICENSE': 'graphiql/LICENSE',
  'swagger-ui/swagger-ui.js': 'swagger-ui-dist/swagger-ui-bundle.js',
  'swagger-ui/swagger-ui.css': 'swagger-ui-dist/swagger-ui.css',
  'swagger-ui/LICENSE': 'swagger-ui-dist/LICENSE',
  'swagger-ui/NOTICE': 'swagger-ui-dist/NOTICE',
};

/** The folders of the packages that they come from. */
export const pagePackages = [...new Set(Object.values(files).map((file) => file.split('/')[0]))];

/** Copies the files into `folder`/pages. */
export function copyPages(root, folder) {
  for (const [name, file] of Object.entries(files)) {
    const target = join(root, folder, 'pages', name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, 'node_modules', file), target);
  }
}
