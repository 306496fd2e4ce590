/** Tells whether all requests of the last second are of one address. */
export class LoneAddress {
  private latest: string | undefined;
  private latestAt = -Infinity;
  private otherUntil = -Infinity;

  /** Times are in milliseconds, as of `performance.now`. */
  sends(address: string, now: number): void {
    if (address !== this.latest && now < this.latestAt + presentMs) this.otherUntil = now + presentMs;
    this.latest = address;
    this.latestAt = now;
  }

  isAlone(now: number): boolean {
    return now >= this.otherUntil;
  }
}

/** How long an address that has sent a request counts as present. */
const presentMs = 1_000;
