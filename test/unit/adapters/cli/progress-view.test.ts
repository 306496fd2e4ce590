import { expect } from 'chai';
import { createProgressView, readingLine } from '../../../../src/adapters/delivery/cli/progress-view.js';

const progress = { part: 'versions api::chef.chef', isPartDone: false, partRows: 0, rows: 0, total: 2_000 };

function viewed(noteWidth: number | null) {
  let text = '';
  const screen = { note: (more: string) => void (text += more), noteWidth };
  return { view: createProgressView(screen), read: readingLine(screen), text: () => text };
}

describe('the progress of a transfer', () => {
  it('is a bar that is drawn over itself on a terminal, and gone at the end', () => {
    const { view, text } = viewed(80);
    view.show({ ...progress, rows: 500, partRows: 500 });
    const half = `${'█'.repeat(6)}${'░'.repeat(18)}  25 %  500 of 2,000  versions api::chef.chef`;
    expect(text()).to.equal(`\r${half}`);
    view.show({ ...progress, rows: 500, partRows: 500 });
    expect(text()).to.equal(`\r${half}`);
    view.end();
    expect(text()).to.equal(`\r${half}\r${' '.repeat(half.length)}\r`);
  });

  it('is not wider than the terminal', () => {
    const { view, text } = viewed(30);
    view.show({ ...progress, rows: 2_000 });
    expect(text()).to.have.lengthOf(30);
  });

  it('is there on a terminal that does not tell its width', () => {
    const { view, text } = viewed(0);
    view.show({ ...progress, rows: 500 });
    expect(text()).to.match(/25 %.*chef$/);
  });

  it('is nowhere else, nor is what is read of an archive', () => {
    const { view, read, text } = viewed(null);
    view.show({ ...progress, rows: 500, partRows: 500, isPartDone: true });
    view.end();
    read(1_000_000);
    expect(text()).to.equal('');
    const shown = viewed(80);
    shown.read(1_000_000);
    expect(shown.text()).to.equal('Reading: 1,000,000 lines\n');
  });

  it('is whole where there is nothing', () => {
    const { view, text } = viewed(80);
    view.show({ ...progress, total: 0, isPartDone: true });
    expect(text()).to.match(/100 % {2}0 of 0/);
  });
});
