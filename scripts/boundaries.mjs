// Checks the layers with dependency-cruiser. Without a parser it finds no modules and reports no violation, so that is a
// failure too. An argument names another folder that holds a `src`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const root = fileURLToPath(new URL('..', import.meta.url));
const { forbidden, options } = JSON.parse(readFileSync(`${root}.dependency-cruiser.json`, 'utf8'));
const baseDir = process.argv[2] ?? root;
const { enhancedResolveOptions, ...rest } = options;
const { output } = await cruise(
  ['src'],
  { ...rest, tsConfig: undefined, baseDir, validate: true, ruleSet: { forbidden }, enhancedResolveOptions },
  enhancedResolveOptions,
);
const { violations, totalCruised } = output.summary;
for (const { rule, from, to } of violations) process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
if (totalCruised < 3) process.stderr.write(`only ${totalCruised} modules were seen\n`);
else process.stderr.write(`${totalCruised} modules, ${violations.length} violations\n`);
process.exit(violations.length > 0 || totalCruised < 3 ? 1 : 0);
