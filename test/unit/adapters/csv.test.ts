import { expect } from 'chai';
import { csvText } from '../../../src/adapters/delivery/codec/csv.js';

describe('comma-separated values', () => {
  it('quote what divides values, and write what is no text as JSON', () => {
    expect(
      csvText([
        ['a', 'b'],
        ['x,y', 'say "hi"'],
        ['two\nlines', ' edge '],
        [null, undefined],
      ]),
    ).to.equal('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines"," edge "\r\n,\r\n');
    expect(csvText([[1.5, -3, true, ['a'], { b: 1 }]])).to.equal('1.5,-3,true,"[""a""]","{""b"":1}"\r\n');
  });

  it('have no text that a spreadsheet takes for a formula, but numbers as they are', () => {
    for (const text of [
      '=1+1',
      '+1+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠A',
    ])
      expect(csvText([[text]]).replace(/^"/, ''), JSON.stringify(text)).to.match(/^'/);
    // Where the language divides by semicolons, a spreadsheet takes what follows one, or a line, for a cell.
    expect(csvText([['a;=1+1', 'a\t@b', 'a\n+1+1', 'a\r\n-x', 'a; "=1', 'a;;=b;\n＝c']])).to.equal(
      `a;'=1+1,a\t'@b,"a\n'+1+1","a\r\n'-x","a; ""'=1","a;;'=b;\n'＝c"\r\n`,
    );
    expect(csvText([['a=b; c', '1;-2;-3.5', 'x\n-7\n', 'a,=b', 'to; do - it']])).to.equal(
      'a=b; c,1;-2;-3.5,"x\n-7\n","a,=b",to; do - it\r\n',
    );
    expect(csvText([['-12.50', '-7', '12', 'a=b', "'x"]])).to.equal("-12.50,-7,12,a=b,'x\r\n");
    expect(csvText([['-1e5', '+5', '--1']])).to.equal("'-1e5,'+5,'--1\r\n");
  });
});
