import { areas } from '../../contract/areas.js';
import type { Rights } from '../../contract/start.js';

/** The screens of the settings, in their order at the side. */
export const settingAreas = [
  { to: '/settings/tokens', name: 'tokens.title', text: 'tokens.text', area: areas.tokens },
  { to: '/settings/users', name: 'users.title', text: 'users.text', area: areas.users },
  { to: '/settings/roles', name: 'roles.title', text: 'roles.text', area: areas.roles },
  {
    to: '/settings/administrators',
    name: 'administrators.title',
    text: 'administrators.text',
    area: areas.administrators,
  },
  {
    to: '/settings/administrator-roles',
    name: 'administratorRoles.title',
    text: 'administratorRoles.text',
    area: areas.administratorRoles,
  },
  { to: '/settings/webhooks', name: 'webhooks.title', text: 'webhooks.text', area: areas.webhooks },
  { to: '/settings/locales', name: 'locales.title', text: 'locales.text', area: areas.locales },
  { to: '/settings/trail', name: 'trail.title', text: 'trail.text', area: areas.trail },
  { to: '/settings/health', name: 'health.title', text: 'health.text', area: areas.health },
] as const;

export type SettingArea = (typeof settingAreas)[number];

/** Those that the administrator may see. */
export const settingsFor = (rights: Rights): readonly SettingArea[] =>
  settingAreas.filter(({ area }) => rights[area]?.find !== undefined);

/** Whether the administrator may do this with all of an area. */
export function mayAll(rights: Rights, area: string, action: 'create' | 'update' | 'delete'): boolean {
  const right = rights[area]?.[action];
  return right !== undefined && right.fields === null && right.rows === 'all';
}

/** The area of a screen, by its address. */
export function areaAt(to: SettingArea['to']): SettingArea {
  const area = settingAreas.find((one) => one.to === to);
  if (area === undefined) throw new Error(`there is no screen ${to}`);
  return area;
}
