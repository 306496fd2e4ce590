import { expect } from 'chai';
import { kebab } from '../../../../src/adapters/app-directory/kebab.js';
import { matchPaths } from '../../../../src/adapters/app-directory/match-paths.js';
import { readTsconfig } from '../../../../src/adapters/app-directory/read-tsconfig.js';
import { appFolders } from './app-folder.js';

const folders = appFolders();

describe('tsconfig.json of an app', () => {
  after(() => folders.removeAll());

  it('is optional', () => {
    expect(readTsconfig(folders.make({ 'src/index.ts': '' }))).to.equal(undefined);
  });

  it('has comments, and what it extends, each path from the file that names it', () => {
    const root = folders.make({
      'tsconfig.json': `{ // "outDir": "no"
        "extends": ["./base/first", "base-package/tsconfig.json", "@not/installed"], /* , */
        "compilerOptions": { "paths": { "@/*": ["src/*"], "lib": ["src/lib/index.ts"] }, "url": "http://x/*y*/", },
      }`,
      'base/first.json': { compilerOptions: { outDir: '../out', experimentalDecorators: true } },
      'node_modules/base-package/tsconfig.json': { compilerOptions: { emitDecoratorMetadata: true } },
      'node_modules/base-package/package.json': { name: 'base-package' },
    });
    const config = readTsconfig(root);
    expect(config).to.deep.equal({
      outDir: `${root}/out`,
      paths: [
        ['@/*', [`${root}/src/*`]],
        ['lib', [`${root}/src/lib/index.ts`]],
      ],
      decorators: true,
      decoratorMetadata: true,
    });
    expect(matchPaths(config?.paths ?? [], '@/a/b')).to.deep.equal([`${root}/src/a/b`]);
    expect(matchPaths(config?.paths ?? [], 'lib')).to.deep.equal([`${root}/src/lib/index.ts`]);
    expect(matchPaths(config?.paths ?? [], 'other')).to.deep.equal([]);
  });

  it('is refused if it is no JSON, or extends itself', () => {
    expect(() => readTsconfig(folders.make({ 'tsconfig.json': '{ "a": ' }))).to.throw(
      /tsconfig\.json is no JSON/,
    );
    expect(() => readTsconfig(folders.make({ 'tsconfig.json': { extends: './tsconfig.json' } }))).to.throw(
      'extends itself',
    );
  });
});

describe('the names of files in UIDs', () => {
  it('are in kebab case, unless they are already', () => {
    const names = [
      'blog-post',
      'page2',
      'paymentMe',
      'blog_post',
      'BlogPost',
      'HTMLPage',
      'Page2',
      '01-custom',
      'my file',
    ];
    expect(names.map(kebab)).to.deep.equal([
      'blog-post',
      'page2',
      'payment-me',
      'blog-post',
      'blog-post',
      'html-page',
      'page-2',
      '01-custom',
      'my-file',
    ]);
  });
});
