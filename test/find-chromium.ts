import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** `CHROMIUM`, or the first common name in PATH. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = process.env['CHROMIUM'];
  const places = named ? [named] : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
