import { err, ok } from '../../domain/result.js';
import { writingFor } from '../audit/writing-for.js';
import { neededFactor, noSecondFactor, wrongCode } from './failures.js';
import { meOf } from './me.js';
import { administrators } from './records.js';
import { rolesWithFactor } from './required-factor.js';
import type { AdministrationDependencies } from './dependencies.js';
import type { Administration } from './use-cases.js';

const recoveryCodes = 10;

type SecondFactorMethods = Pick<
  Administration,
  'beginSecondFactor' | 'confirmSecondFactor' | 'renewRecoveryCodes' | 'removeSecondFactor'
>;

export function createSecondFactor(dependencies: AdministrationDependencies): SecondFactorMethods {
  const { documents, values, secondFactors, secrets, clock } = dependencies;
  const newCodes = (): readonly string[] =>
    Array.from({ length: recoveryCodes }, () => secrets.create().slice(0, 16));
  const hashed = (codes: readonly string[]): readonly string[] => codes.map((each) => secrets.hash(each));
  return {
    async beginSecondFactor(principal, sealed) {
      const me = await meOf(dependencies, principal);
      return me.ok ? ok(await secondFactors.begin(me.value.email, sealed)) : me;
    },
    async confirmSecondFactor(principal, { sealed, code }) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const attempt = await dependencies.attempts.takeOwn(me.value.documentId);
      if (!attempt.ok) return attempt;
      const period = await secondFactors.periodOf(sealed, code.replace(/\s/g, ''), clock.now());
      if (period === null) return err(wrongCode);
      const codes = newCodes();
      const kept = await administrators.update(writingFor(documents, principal), me.value.documentId, {
        secondFactor: sealed,
        recoveryCodes: hashed(codes),
        usedCode: String(period),
      });
      return kept.ok ? ok(codes.map(inGroups)) : kept;
    },
    async renewRecoveryCodes(principal) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      if (me.value.secondFactor === '') return err(noSecondFactor);
      const codes = newCodes();
      const kept = await administrators.update(writingFor(documents, principal), me.value.documentId, {
        recoveryCodes: hashed(codes),
      });
      return kept.ok ? ok(codes.map(inGroups)) : kept;
    },
    async removeSecondFactor(principal) {
      const me = await meOf(dependencies, principal);
      if (!me.ok) return me;
      const needed = await rolesWithFactor(values);
      if (!needed.ok) return needed;
      if (needed.value.includes(me.value.role)) return err(neededFactor);
      const none = { secondFactor: '', recoveryCodes: [] };
      return administrators.update(writingFor(documents, principal), me.value.documentId, none);
    },
  };
}

/** As people read and type them. */
const inGroups = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');
