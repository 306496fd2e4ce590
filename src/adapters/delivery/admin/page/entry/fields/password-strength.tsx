import { say } from '../../messages/messages.js';
import { strengthOf } from './strength-of.js';

interface Props {
  readonly text: string;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
}

/** How long and how strong a password is that is being typed. */
export default function PasswordStrength({ text, minLength = 1, maxLength = Infinity }: Props) {
  const { length: count } = text;
  return (
    <p className="hint" role="status">
      {count === 0
        ? ''
        : count < minLength
          ? say('password.short', { count, least: minLength })
          : count > maxLength
            ? say('password.long', { count, most: maxLength })
            : say('password.typed', { count, strength: strengthOf(text) })}
    </p>
  );
}
