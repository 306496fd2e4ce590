import type { SchemaShape } from '../schema/generation.js';
import type { ResponseFormat } from './shape.js';
import { v4 } from './v4.js';
import { v5 } from './v5.js';

export const shapes: Readonly<Record<ResponseFormat, SchemaShape>> = { v4, v5 };
