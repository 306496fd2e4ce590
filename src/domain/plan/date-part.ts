import type { DatePart } from '../query/aggregate.js';

const dayMs = 86_400_000;

/** Returns the text of a part (see `GroupKey`) of a canonical date or datetime. */
export function partOf(part: DatePart, value: string): string {
  switch (part) {
    case 'year':
      return value.slice(0, 4);
    case 'quarter':
      return `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`;
    case 'month':
      return value.slice(0, 7);
    case 'week':
      return weekOf(value.slice(0, 10));
    case 'day':
      return value.slice(0, 10);
    case 'hour':
      return value.slice(0, 13);
  }
}

/** A week of ISO 8601 begins on Monday and belongs to the year of its Thursday. */
function weekOf(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const daysAfterMonday = (new Date(midnight).getUTCDay() + 6) % 7;
  const thursday = new Date(midnight + (3 - daysAfterMonday) * dayMs);
  const year = thursday.toISOString().slice(0, 4);
  const daysBefore = (thursday.getTime() - Date.parse(`${year}-01-01T00:00:00Z`)) / dayMs;
  return `${year}-W${String(Math.floor(daysBefore / 7) + 1).padStart(2, '0')}`;
}
