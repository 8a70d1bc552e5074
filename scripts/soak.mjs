// npm run soak [-- wall|map --minutes 20 …]: a wall of windows, or the map, for a long time on a fresh build.
import { runWithChromium } from './with-chromium.mjs'

await runWithChromium('npm run soak', 'tsx', [
  '--conditions=source',
  'scripts/soak.ts',
  ...process.argv.slice(2),
])
