import { resolve } from 'node:path';
import { initProviders } from '../../adapters/app-directory/provider-package.js';
import { createFileTypes } from '../../adapters/files/create-file-types.js';
import { createLocalFileStore } from '../../adapters/files/local/create-local-file-store.js';
import { createProviderFileStore } from '../../adapters/files/provider/create-provider-file-store.js';
import { createS3FileStore } from '../../adapters/files/s3/create-s3-file-store.js';
import { createFileSuffix } from '../../adapters/host/create-file-suffix.js';
import { createImageProcessor } from '../../adapters/images/create-image-processor.js';
import { createMedia } from '../../application/media/media.js';
import { filesPath } from '../app-settings.js';
import { partsModule } from '../parts.js';

/** Files and pictures. */
export const mediaModule = partsModule((define) => {
  define('files', ({ app: { directory, config }, log }) => {
    const { place } = config.upload;
    const inFolder = (folder: string) =>
      createLocalFileStore({ folder: resolve(directory, folder), path: filesPath });
    if (place.kind === 'local') return inFolder(place.folder);
    if (place.kind === 's3') return createS3FileStore({ ...place, region: place.region ?? 'us-east-1' });
    const { provider: name, options, actions } = place;
    const init = () => initProviders(directory, 'upload')(name, options);
    return createProviderFileStore({ name, init, actions, staging: inFolder('.quire/uploads'), log });
  });
  define('images', ({ app, log }) => {
    const { breakpoints, maxPixels, decoders } = app.config.upload;
    return createImageProcessor({
      died: (why) => log.error('The process that decodes pictures ended while it worked', { error: why }),
      ...(breakpoints !== undefined && { breakpoints }),
      ...(maxPixels !== undefined && { maxPixels }),
      ...(decoders !== undefined && { decoders }),
    });
  });
  define('media', ({ app, schema, documents, files, log, images }) =>
    createMedia({
      schema,
      documents,
      files,
      log,
      images,
      types: createFileTypes(),
      suffix: createFileSuffix(),
      limits: { fileSize: app.config.upload.sizeLimit, files: app.config.upload.maxFiles },
    }),
  );
});
