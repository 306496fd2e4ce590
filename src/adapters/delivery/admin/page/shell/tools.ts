import { areas } from '../../contract/areas.js';
import type { Rights } from '../../contract/start.js';
import { settingsFor } from '../settings/areas.js';

const tools = [
  {
    to: '/media',
    name: 'media.title',
    isFor: (rights: Rights): boolean => rights[areas.media]?.find !== undefined,
  },
  {
    to: '/releases',
    name: 'release.title',
    // Who may publish may plan it, and sees what they have planned.
    isFor: (rights: Rights): boolean =>
      rights[areas.releases]?.find !== undefined ||
      Object.values(rights).some(
        ({ publish, unpublish }) => publish !== undefined || unpublish !== undefined,
      ),
  },
  {
    to: '/types',
    name: 'types.title',
    isFor: (rights: Rights): boolean => rights[areas.types]?.find !== undefined,
  },
  {
    to: '/settings',
    name: 'settings.title',
    isFor: (rights: Rights): boolean => settingsFor(rights).length > 0,
  },
] as const;

/** The screens beside content, of those that the rights allow. */
export const toolsFor = (rights: Rights) => tools.filter(({ isFor }) => isFor(rights));
