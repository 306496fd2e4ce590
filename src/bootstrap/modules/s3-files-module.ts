import { ContainerModule } from 'inversify';
import { createS3FileStore } from '../../adapters/files/s3/create-s3-file-store.js';
import { tokens } from '../tokens.js';

/** Files in a bucket. */
export const s3FilesModule = new ContainerModule(({ bind }) => {
  bind(tokens.files)
    .toResolvedValue(
      ({ config: { upload } }) => {
        if (upload.place.kind !== 's3') throw new Error('files are kept elsewhere');
        return createS3FileStore({ ...upload.place, region: upload.place.region ?? 'us-east-1' });
      },
      [tokens.app],
    )
    .inSingletonScope();
});
