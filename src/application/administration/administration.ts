import { createLinks } from './links.js';
import { createMailedLinks } from './mailed-links.js';
import { createManagement } from './manage-administrators.js';
import { createProviderSignIn } from './provider-sign-in.js';
import { createPreferences } from './preferences.js';
import { createProfile } from './profile.js';
import { createRoles } from './roles.js';
import { createSecondFactor } from './second-factor.js';
import { createSignIn } from './sign-in.js';
import { createSessions } from './sessions.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration } from './use-cases.js';

export const createAdministration = (dependencies: AdministrationDependencies): Administration => ({
  ...createSignIn(dependencies),
  ...createSessions(dependencies),
  ...createLinks(dependencies),
  ...createMailedLinks(dependencies),
  ...createManagement(dependencies),
  ...createRoles(dependencies),
  ...createSecondFactor(dependencies),
  ...createProfile(dependencies),
  ...createPreferences(dependencies),
  ...createProviderSignIn(dependencies),
});
