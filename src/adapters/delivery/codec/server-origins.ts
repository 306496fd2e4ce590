import type { Request } from 'express';

export interface Published {
  /** The address that clients use, if a setting names it. */
  readonly publicUrl?: string | undefined;
}

/** The origins of this server as browsers see it, the surest first. A trusted proxy says which host was asked for. */
export function originsOf(req: Request, { publicUrl }: Published): readonly string[] {
  const asked = `${req.protocol}://${req.headers.host ?? ''}`;
  const isForwarded = req.app.get('trust proxy') !== false && req.headers['x-forwarded-host'] !== undefined;
  const forwarded = isForwarded ? [`${req.protocol}://${req.hostname}`] : [];
  const configured = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  return [...configured, ...forwarded, asked];
}
