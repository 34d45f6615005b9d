// Loaded before any TypeScript, so that an old Node fails with a message and not with a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 16)) {
  process.stderr.write(
    `Lectern needs Node 24.16 or newer; this is ${process.versions.node}.\n` +
      'On Linux and Windows `npm ci` brings the right one by itself; elsewhere install Node 24 and try again.\n',
  )
  process.exit(1)
}

await import('../server/stripped-types.mjs')

// Here, because every npm script loads this file first, and npm may be ended while the script still loads.
const { endWithNpm } = await import('../server/end-with-npm.ts')
endWithNpm()
