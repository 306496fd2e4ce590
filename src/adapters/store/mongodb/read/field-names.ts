/** Fields that documents will be asked for, as they are spelled in BSON. */
export class FieldNames {
  private readonly places: ReadonlyMap<string, number>;
  private readonly spelled: readonly Buffer[];

  constructor(names: Iterable<string>) {
    const distinct = [...new Set(names)];
    this.places = new Map(distinct.map((name, place) => [name, place]));
    this.spelled = distinct.map((name) => Buffer.from(`${name}\0`));
  }

  placeOf(name: string): number | undefined {
    return this.places.get(name);
  }

  /** The place of the name that stands at `at`, -1 for another one. `next` is tried first: documents have much the same order. */
  placeAt(bytes: Buffer, at: number, next: number): number {
    const { length } = this.spelled;
    for (let tried = 0; tried < length; tried += 1) {
      const place = (next + tried) % length;
      if (stands(this.spelled[place], bytes, at)) return place;
    }
    return -1;
  }

  /** In bytes, with the one that ends it. */
  lengthOf(place: number): number {
    return this.spelled[place]?.length ?? 0;
  }

  /** Two numbers for each name. */
  none(): number[] {
    return Array.from<number>({ length: 2 * this.spelled.length }).fill(0);
  }
}

function stands(name: Buffer | undefined, bytes: Buffer, at: number): boolean {
  if (name === undefined) return false;
  for (let index = 0; index < name.length; index += 1) if (name[index] !== bytes[at + index]) return false;
  return true;
}
