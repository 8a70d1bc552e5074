import { defineConfig } from 'drizzle-kit'

/** Migrations are written by `npx drizzle-kit generate` (in simulator/) from the tables of the store, the areas and the gateways. */
export default defineConfig({
  dialect: 'sqlite',
  schema: ['./src/store/tables.ts', './src/areas/**/*tables.ts', './src/gateways/tables.ts'],
  out: './migrations',
})
