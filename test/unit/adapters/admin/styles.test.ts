import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const page = fileURLToPath(new URL('../../../../src/adapters/delivery/admin/page/', import.meta.url));

/** The classes that a file of styles gives rules without naming what they are in: `.name {`. */
function ownClasses(file: string): readonly string[] {
  const text = readFileSync(`${page}${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].flatMap(([, selector = '']) => selector.split(','));
  return [...new Set(selectors.flatMap((one) => /^\.([\w-]+)$/.exec(one.trim())?.[1] ?? []))];
}

describe('the styles of the admin page', () => {
  it('have one file for a class, because all files apply to all screens', () => {
    // What the colours of the system, and fingers, change of any of them is one file each.
    const ofAll = new Set(['ui/forced-colors.css', 'ui/touch.css']);
    const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.css') && !ofAll.has(name),
    );
    const named = files.flatMap((file) => ownClasses(file).map((name) => ({ name, file })));
    const twice = named.filter(({ name, file }) =>
      named.some((other) => other.name === name && other.file !== file),
    );
    expect(named).to.have.length.above(100);
    expect(twice).to.deep.equal([]);
  });
});
