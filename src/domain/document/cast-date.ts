/** Year, month, day, hour, minute, second, fraction, zone. */
const isoForm =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;
const timeForm = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/;
const epochForm = /^-?\d{5,17}$/;

/** `format`: not in an accepted form. `invalid`: no such day or hour. `year`: outside the years 1 to 9999. */
export type DateFault = 'format' | 'invalid' | 'year';
export type DateCast = { readonly value: string } | { readonly fault: DateFault };

const fault = (name: DateFault): DateCast => ({ fault: name });

/** Returns a day as `YYYY-MM-DD`, from a day, an ISO datetime (the day that it names), or a `Date` (in UTC). */
export function castDate(raw: unknown): DateCast {
  if (typeof raw === 'number') return fault('format');
  if (typeof raw === 'string' && (/^\d{4}(-\d{2})?$/.test(raw) || epochForm.test(raw)))
    return fault('format');
  const cast = castDatetime(raw);
  if ('fault' in cast) return cast;
  return { value: (typeof raw === 'string' ? raw : cast.value).slice(0, 10) };
}

/**
 * Returns an instant as ISO 8601 in UTC with milliseconds, from an ISO datetime (UTC if it has no zone), an ISO day,
 * month or year (its first instant), epoch milliseconds, or a `Date`.
 */
export function castDatetime(raw: unknown): DateCast {
  if (raw instanceof Date) return instant(raw.getTime());
  if (typeof raw === 'number') return instant(raw);
  if (typeof raw !== 'string') return fault('format');
  if (epochForm.test(raw)) return instant(Number(raw));
  const parts = isoForm.exec(raw);
  return parts === null ? fault('format') : fromIso(parts);
}

/** Returns a time of day as `HH:mm:ss.SSS`. */
export function castTime(raw: unknown): DateCast {
  const parts = typeof raw === 'string' ? timeForm.exec(raw) : null;
  if (parts === null) return fault('format');
  const [, hours, minutes, seconds, fraction = ''] = parts;
  return { value: `${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0')}` };
}

function fromIso(parts: RegExpExecArray): DateCast {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] =
    parts;
  const clock = `${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const local = new Date(`${year}-${month}-${day}T${clock}Z`);
  // `Date` rolls a day such as 30 February over instead of failing.
  const exists =
    !Number.isNaN(local.getTime()) && local.toISOString() === `${year}-${month}-${day}T${clock}Z`;
  if (!exists) return fault('invalid');
  if (year === '0000') return fault('year');
  const offset = minutesOf(zone);
  return offset === null ? fault('invalid') : instant(local.getTime() - offset * 60_000);
}

/** Returns the offset in minutes east of UTC. */
function minutesOf(zone: string | undefined): number | null {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 18 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function instant(milliseconds: number): DateCast {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return fault(Number.isNaN(milliseconds) ? 'format' : 'year');
  const year = date.getUTCFullYear();
  return year < 1 || year > 9999 ? fault('year') : { value: date.toISOString() };
}
