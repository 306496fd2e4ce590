import { expect } from 'chai';
import {
  foldersBelow,
  foldersIn,
  pathTo,
  treeOf,
  type Folder,
} from '../../../../src/domain/media/folder-tree.js';

const folder = (id: number, name: string, parent: number | null = null): Folder => ({
  id,
  documentId: `f${id}`,
  name,
  parent: parent === null ? null : `f${parent}`,
});

const names = (folders: readonly Folder[]): readonly string[] => folders.map(({ name }) => name);

describe('the tree of folders', () => {
  const tree = treeOf([folder(1, 'b'), folder(2, 'inner', 1), folder(3, 'a'), folder(4, 'deep', 2)]);

  it('has the folders at the top by name, and those of each', () => {
    expect(names(foldersIn(tree, null))).to.deep.equal(['a', 'b']);
    expect(names(foldersIn(tree, 'f1'))).to.deep.equal(['inner']);
  });

  it('knows the way to a folder, and what is below it', () => {
    expect(names(pathTo(tree, 'f4'))).to.deep.equal(['b', 'inner', 'deep']);
    expect(pathTo(tree, 'gone')).to.deep.equal([]);
    expect(foldersBelow(tree, 'f1')).to.deep.equal(['f1', 'f2', 'f4']);
  });

  it('shows a folder at the top that lost the one it was in', () => {
    expect(names(foldersIn(treeOf([folder(2, 'inner', 1)]), null))).to.deep.equal(['inner']);
  });

  it('opens a ring of folders at its oldest, wherever reading begins', () => {
    const ring = [folder(9, 'tail', 8), folder(8, 'c', 5), folder(5, 'a', 6), folder(6, 'b', 8)];
    for (const order of [ring, ring.toReversed(), [...ring.slice(2), ...ring.slice(0, 2)]]) {
      const opened = treeOf(order);
      expect(names(foldersIn(opened, null))).to.deep.equal(['a']);
      expect([...foldersBelow(opened, 'f5')].sort()).to.deep.equal(['f5', 'f6', 'f8', 'f9']);
      expect(pathTo(opened, 'f9')).to.have.length(3);
    }
  });
});
