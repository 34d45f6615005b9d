/** Pictures, usage events, and calls for operators (wire-contract 20). */
import { z } from 'zod'
import { done, envelope } from './shapes.ts'
import type { Call } from './call.ts'

const state = envelope(z.object({ ok: z.boolean(), kind: z.string(), milliseconds: z.number() }))

export const operationsCalls = {
  'upload.avatar': {
    broadcast: false,
    input: z.object({ file: z.custom<Uint8Array>() }),
    output: z.object({ code: z.literal(0), url: z.string() }),
    body: 'file',
  },
  /** Stored only for users who agreed by data.consent. A body that is no list of events is accepted, and not stored. */
  'data.send': {
    broadcast: false,
    input: z.looseObject({
      events: z
        .array(
          z.looseObject({ name: z.string().max(200), params: z.record(z.string(), z.unknown()).nullish() }),
        )
        .max(100)
        .optional()
        .catch(undefined),
    }),
    output: done,
    open: true,
  },
  /** ours: whether this user allows usage events to be stored, and their number. */
  'data.consent': {
    input: z.object({}),
    output: envelope(z.object({ allowed: z.boolean(), kept: z.number() })),
  },
  /** ours: `false` also deletes what was stored. */
  'data.setConsent': { input: z.object({ allowed: z.boolean() }), output: done },
  /** For admins: metrics in Prometheus's text format. */
  'metrics.get': {
    input: z.object({}),
    output: z.string(),
    answers: 'text/plain; version=0.0.4; charset=utf-8',
  },
  /** For admins: the jobs by queue, and the state of the process. */
  'metrics.pools': {
    input: z.object({}),
    output: envelope(
      z.object({
        queues: z.record(
          z.string(),
          z.object({ waiting: z.number(), due: z.number(), running: z.number(), failing: z.number() }),
        ),
        process: z.object({ uptimeSeconds: z.number(), memoryBytes: z.number(), listeners: z.number() }),
      }),
    ),
  },
  /** For admins: the database, of either engine. */
  'probes.postgresql': { input: z.object({}), output: state },
  /** For admins: the state of the database, which this server uses in place of Redis. */
  'probes.redis': { input: z.object({}), output: state },
  /** For admins: one queue of jobs, or all. */
  'probes.bullmq': {
    input: z.object({ name: z.string().optional() }),
    output: envelope(
      z.record(
        z.string(),
        z.object({ waiting: z.number(), due: z.number(), running: z.number(), failing: z.number() }),
      ),
    ),
  },
  /** For admins: runs the hourly clean-up now. @returns the number of deleted rows */
  'admin.clean': {
    broadcast: false,
    input: z.object({}),
    output: envelope(z.record(z.string(), z.number())),
  },
} as const satisfies Record<string, Call>
