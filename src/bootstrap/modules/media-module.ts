import { ContainerModule } from 'inversify';
import { createFileTypes } from '../../adapters/files/create-file-types.js';
import { createFileSuffix } from '../../adapters/host/create-file-suffix.js';
import { createImageProcessor } from '../../adapters/images/create-image-processor.js';
import { createMedia } from '../../application/media/media.js';
import { tokens } from '../tokens.js';

/** Files and pictures, wherever they are kept. */
export const mediaModule = new ContainerModule(({ bind }) => {
  bind(tokens.images)
    .toResolvedValue(
      ({ config: { upload } }) => {
        const { breakpoints, maxPixels, decoders } = upload;
        return createImageProcessor({
          ...(breakpoints !== undefined && { breakpoints }),
          ...(maxPixels !== undefined && { maxPixels }),
          ...(decoders !== undefined && { decoders }),
        });
      },
      [tokens.app],
    )
    .inSingletonScope();
  bind(tokens.media)
    .toResolvedValue(
      (schema, documents, files, log, images, { config: { upload } }) =>
        createMedia({
          schema,
          documents,
          files,
          log,
          images,
          types: createFileTypes(),
          suffix: createFileSuffix(),
          limits: { fileSize: upload.sizeLimit, files: upload.maxFiles },
        }),
      [tokens.schema, tokens.documents, tokens.files, tokens.log, tokens.images, tokens.app],
    )
    .inSingletonScope();
});
