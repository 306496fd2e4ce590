import { pathOf, type S3Options } from './s3-options.js';

/** The absolute URL of a key. */
export function urlsOf(options: S3Options): (key: string) => string {
  const base = baseOf(options).replace(/\/+$/, '');
  return (key) => `${base}/${pathOf(options, key)}`;
}

function baseOf({ bucket, region, endpoint, forcePathStyle, publicUrl }: S3Options): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (forcePathStyle === true) return `${url.href.replace(/\/+$/, '')}/${bucket}`;
  url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}
