import { ContainerModule } from 'inversify';
import { createFileTypes } from '../../adapters/file-types/create-file-types.js';
import { createFileSuffix } from '../../adapters/host/create-file-suffix.js';
import { createImageProcessor, defaultBreakpoints } from '../../adapters/images/create-image-processor.js';
import { createMedia } from '../../application/media/media.js';
import { tokens } from '../tokens.js';

/** Files and pictures, wherever they are kept. */
export const mediaModule = new ContainerModule(({ bind }) => {
  bind(tokens.media)
    .toResolvedValue(
      (schema, documents, files, log, { config: { upload } }) =>
        createMedia({
          schema,
          documents,
          files,
          log,
          images: createImageProcessor({ breakpoints: upload.breakpoints ?? defaultBreakpoints }),
          types: createFileTypes(),
          suffix: createFileSuffix(),
          limits: { fileSize: upload.sizeLimit, files: upload.maxFiles },
        }),
      [tokens.schema, tokens.documents, tokens.files, tokens.log, tokens.app],
    )
    .inSingletonScope();
});
