import { expect } from 'chai';
import { createReading, invalidKey, type Reading } from './reading-world.js';

describe('filters over HTTP', () => {
  let reading: Reading;

  before(async () => {
    reading = await createReading();
  });

  const cases: Readonly<Record<string, readonly string[]>> = {
    'filters[Name]=F%20Anchor': ['Anchor'],
    'filters[Name]=F%20Anchor&filters[Name]=F%20bistro': ['Anchor', 'bistro'],
    'filters[Opened][$eq]=2020-06-01': ['Corner', 'bistro'],
    'filters[Name][$eqi]=f%20BISTRO': ['bistro'],
    'filters[Rating][$ne]=3': ['Corner', 'bistro'],
    'filters[Rating][$gt]=1': ['Anchor', 'bistro'],
    'filters[Rating][$lte]=3': ['Corner', 'Anchor'],
    'filters[Price][$gt]=20.1': ['bistro'],
    'filters[Rating][$between][0]=1&filters[Rating][$between][1]=3': ['Corner', 'Anchor'],
    'filters[Rating][$in][0]=1&filters[Rating][$in][1]=5': ['Corner', 'bistro'],
    'filters[Rating][$in]=': [],
    'filters[Rating][$notIn][0]=1': ['Anchor', 'bistro'],
    'filters[Rating][$null]=true': ['éclair 50%'],
    'filters[Rating][$notNull]=true': ['Corner', 'Anchor', 'bistro'],
    "filters[Description][$contains]=O'B": ['Anchor'],
    'filters[Name][$contains]=50%25': ['éclair 50%'],
    'filters[Name][$contains]=_': [],
    'filters[Name][$notContains]=n': ['bistro', 'éclair 50%'],
    'filters[Name][$startsWith]=F%20A': ['Anchor'],
    'filters[Name][$startsWithi]=f%20a': ['Anchor'],
    'filters[Name][$endsWith]=o': ['bistro'],
    'filters[Active]=false': ['bistro'],
    'filters[createdAt][$gt]=2001-01-01&filters[Rating]=1': ['Corner'],
    'filters[owner][Name][$ne]=F%20Ann': ['bistro'],
    'filters[owner][$null]=true': ['Corner', 'éclair 50%'],
    'filters[Tags][$eq]=[%22sea%22,%20%22fish%22]': ['Anchor'],
    'filters[Tags]=[%22sea%22,%22fish%22]': ['Anchor'],
    'filters[Tags][$eq]=sea': [],
    'filters[Tags][$ne]=sea': ['Anchor'],
    'filters[Tags][$contains]=sea': ['Anchor'],
    'filters[Tags][$containsi]=SEA': ['Anchor'],
    'filters[Tags][$notContains]=SEA': ['Anchor'],
    'filters[Tags][$notContainsi]=SEA': [],
    'filters[Tags][$null]=true': ['Corner', 'bistro', 'éclair 50%'],
    'filters[Tags][$notNull]=true': ['Anchor'],
    'filters[owner][id][$null]=true': ['Corner', 'éclair 50%'],
    'filters[owner][id][$null]=false': ['Anchor', 'bistro'],
    'filters[owner][id][$notNull]=true': ['Anchor', 'bistro'],
    'filters[owner][documentId][$null]=true': ['Corner', 'éclair 50%'],
    'filters[owner][id][$not][$null]=true': ['Anchor', 'bistro'],
    'filters[$not][owner][id][$null]=true': ['Anchor', 'bistro'],
    'filters[owner][id][$notNull]=true&filters[owner][Name]=F%20Ann': ['Anchor'],
    'filters[owner][$or][0][id][$null]=true&filters[owner][$or][1][Name]=F%20Bob': [
      'Corner',
      'bistro',
      'éclair 50%',
    ],
    'filters[categories][id][$null]=true': ['bistro', 'éclair 50%'],
    'filters[seo][id][$null]=true': ['Corner', 'bistro', 'éclair 50%'],
    'filters[seo][id][$notNull]=true': ['Anchor'],
    'filters[Openings][id][$notNull]=true&filters[Openings][day]=mon': ['Anchor'],
    'filters[Openings][id][$null]=true&filters[Rating]=1': ['Corner'],
    'filters[seo][author][id][$null]=true': [],
    'filters[categories][Name][$in][0]=F%20Alpha&filters[categories][Name][$in][1]=F%20Beta': [
      'Corner',
      'Anchor',
    ],
    'filters[seo][metaTitle]=t': ['Anchor'],
    'filters[Openings][note][text]=early': ['Anchor'],
    'filters[$or][0][Rating]=1&filters[$or][1][Rating]=5': ['Corner', 'bistro'],
    'filters[$and][0][Opened]=2020-06-01&filters[$and][1][Rating]=5': ['bistro'],
    'filters[$not][Rating]=3': ['Corner', 'bistro'],
    'filters[Name][$not][$contains]=n': ['bistro', 'éclair 50%'],
  };
  for (const [query, expected] of Object.entries(cases))
    it(decodeURIComponent(query), async () => {
      expect(await reading.namesOf(query)).to.deep.equal(expected);
    });

  it('documents are filtered by documentId and from the other side of a relation', async () => {
    expect(await reading.namesOf(`filters[documentId]=${reading.anchor}`)).to.deep.equal(['Anchor']);
    const chefs = await reading.data('/api/chefs?filters[restaurants][Name]=F%20Anchor');
    expect(chefs).to.have.lengthOf(1);
    expect(chefs[0]).to.include({ Name: 'F Ann', Nick: 'ann' }).and.not.have.any.keys('Diary', 'Pass');
  });

  it('unknown, private and forbidden keys and bad operators are refused', async () => {
    expect(await reading.errorOf('filters[Nope]=1')).to.deep.equal(invalidKey('Nope', null, 'filters'));
    expect(await reading.errorOf('filters[Hidden]=1')).to.deep.equal(invalidKey('Hidden', null, 'filters'));
    expect(await reading.errorOf('filters[Rating][$foo]=1')).to.deep.equal(
      invalidKey('$foo', 'Rating', 'filters'),
    );
    expect(await reading.errorOf('filters[owner][Pass][$startsWith]=h')).to.deep.include({
      name: 'ValidationError',
    });
    expect(await reading.errorOf('filters[owner][Name]=x', reading.world.anybody)).to.deep.equal(
      invalidKey('owner', null, 'filters'),
    );
    expect(await reading.errorOf('sort=owner.Name', reading.world.anybody)).to.deep.equal(
      invalidKey('owner', null, 'sort'),
    );
    expect(await reading.errorOf('sort=Hidden')).to.deep.equal(invalidKey('Hidden', null, 'sort'));
  });
});
