// npm run gallery [-- --out folder | --readme] [--only pattern] [--look en-dark]: a PNG of every screen and dialog, by
// the project `gallery` of tests/playwright.config.ts.
import { parseArgs } from 'node:util'
import { projectArgs } from './e2e-projects.mjs'
import { runWithChromium } from './with-chromium.mjs'

const { out, readme, only, look } = parseArgs({
  options: {
    out: { type: 'string' },
    readme: { type: 'boolean' },
    only: { type: 'string', default: '.*' },
    look: { type: 'string', default: '\\S+' },
  },
}).values
if (out !== undefined) process.env.GALLERY_OUT = out
if (readme) process.env.GALLERY_README = '1'
await runWithChromium(
  'npm run gallery',
  'playwright',
  projectArgs('gallery', '--grep', ` ${look} (${only})$`),
)
