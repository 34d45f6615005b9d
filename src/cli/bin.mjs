#!/usr/bin/env node
await import('../tools/require-node.mjs')
await import('./main.ts')
