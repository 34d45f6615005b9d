import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bin } from './step.ts'

test('who stops a tool stops the step that it is at', async () => {
  const step = join(import.meta.dirname, 'step.ts')
  const program = `
    const { run } = await import(${JSON.stringify(step)})
    await run('sh', ['-c', 'echo $$; exec sleep 60'])
    console.log('the next step')`
  const tool = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  tool.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 30_000 }).toMatch(/^\d+\n$/)
  tool.kill('SIGTERM')
  expect(await once(tool, 'exit')).toEqual([143, null])
  expect(() => process.kill(Number(output), 0)).toThrow('ESRCH')
  expect(output).not.toContain('the next step')
})

test('what steps print side by side does not mix, and one that fails is the result', () => {
  const step = join(import.meta.dirname, 'step.ts')
  const folder = mkdtempSync(join(tmpdir(), 'lectern-step-'))
  // Each waits for a file that the other writes, so that both print in turn.
  const script = `
    echo $0 1
    touch ${folder}/$0
    for try in $(seq 1000); do if test -e ${folder}/$1; then break; fi; sleep 0.01; done
    echo $0 2
    exit $2`
  const program = `
    const { run, runSideBySide } = await import(${JSON.stringify(step)})
    const stepOf = (name, other, code) => ({
      name,
      run: () => run('sh', ['-c', ${JSON.stringify(script)}, name, other, code], { show: false }),
    })
    const { code } = await runSideBySide([stepOf('first', 'second', '0'), stepOf('second', 'first', '3')])
    console.log('code ' + code)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stdout).toMatch(/first: passed in .* s\nfirst 1\nfirst 2\n/)
  expect(stdout).toMatch(/second: failed in .* s\nsecond 1\nsecond 2\n/)
  expect(stdout).toMatch(/code 3\n$/)
})

test('the types are checked by the compiler of package.json, not by the one that runs in browsers', () => {
  const { version } = createRequire(import.meta.url)('typescript/package.json') as { version: string }
  const { stdout } = spawnSync(bin('tsc'), ['--version'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe(`Version ${version}`)
})
