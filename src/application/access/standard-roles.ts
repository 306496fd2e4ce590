/** The roles of every app. They cannot be removed. */
export const standardRoles = [
  {
    type: 'authenticated',
    name: 'Authenticated',
    description: 'Default role given to authenticated user.',
  },
  { type: 'public', name: 'Public', description: 'Default role given to unauthenticated user.' },
] as const;

export const standardRoleTypes: ReadonlySet<string> = new Set(standardRoles.map(({ type }) => type));
