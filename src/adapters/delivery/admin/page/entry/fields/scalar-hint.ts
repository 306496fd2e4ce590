import type { Scalar, ScalarType } from '../../../../../../domain/schema/schema.js';
import { formatExact, say } from '../../messages/messages.js';
import type { TextForm } from './text-forms.js';

/** Near the limit, how many characters are left. */
const near = 0.8;

const numbers: ReadonlySet<ScalarType> = new Set(['integer', 'float', 'decimal', 'biginteger']);

/**
 * What a field says of its value: what is left near the limit, what a number is in the words of the language, else how it is
 * typed.
 */
export function hintFor(attribute: Scalar, value: unknown, form: TextForm): string | undefined {
  const { type, maxLength, minLength } = attribute;
  const length = typeof value === 'string' ? value.length : 0;
  if (maxLength !== undefined && length >= maxLength * near)
    return length > maxLength
      ? say('field.tooMany', { more: length - maxLength })
      : say('field.left', { left: maxLength - length });
  if (numbers.has(type)) return numberHint(attribute, value);
  if (type === 'password' && minLength !== undefined)
    return `${say('field.atLeast', { least: minLength })} ${form.hint?.() ?? ''}`.trim();
  return form.hint?.();
}

function numberHint({ min, max }: Scalar, value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const written = /^-?\d+(\.\d+)?$/.test(text) ? formatExact(text) : text;
  const range =
    min !== undefined && max !== undefined
      ? say('field.range', { min: formatExact(String(min)), max: formatExact(String(max)) })
      : min !== undefined
        ? say('field.min', { min: formatExact(String(min)) })
        : max !== undefined
          ? say('field.max', { max: formatExact(String(max)) })
          : '';
  return [written === text ? '' : written, range].filter(Boolean).join(' · ') || undefined;
}
