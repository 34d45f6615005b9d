/** Vitest's global setup: a folder for files that the test processes of one run share. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

export default function shareFiles(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tests-'))
  project.provide('sharedFiles', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
