/** Runs in a process of its own: pages come in, articles go out. */
import { answerAll } from '../apart/answer-all.ts'
import { extract } from './extract.ts'

answerAll(extract)
