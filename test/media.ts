import { createFileTypes } from '../src/adapters/files/create-file-types.js';
import { createFileSuffix } from '../src/adapters/host/create-file-suffix.js';
import { createImageProcessor } from '../src/adapters/images/create-image-processor.js';
import { createMedia, type Media, type MediaDependencies } from '../src/application/media/media.js';

type Given = Pick<MediaDependencies, 'schema' | 'documents' | 'files' | 'log'>;

/** The use cases over files, with everything as a server has it but for what is given. */
export const createTestMedia = (
  given: Given,
  limits = { fileSize: 1024 * 1024, files: 10 },
  images = createImageProcessor(),
): Media =>
  createMedia({
    ...given,
    images,
    types: createFileTypes(),
    suffix: createFileSuffix(),
    limits,
  });
