import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: 'src/app',
  publicDir: '../../public',
  plugins: [react()],
  build: { outDir: '../../dist', emptyOutDir: true, target: 'es2024' },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': 'http://127.0.0.1:4310', '/plugins': 'http://127.0.0.1:4310' } },
  test: {
    root: '.',
    include: ['{src,commands,plugins,migrations,locales,tests/architecture}/**/*.test.{ts,tsx}'],
    maxWorkers: 2,
    testTimeout: 20_000,
  },
})
