/** So many under way, and what comes beyond is left undone: who asks for memory never waits for its records. */
const MOST = 16;

const under_way = new Set<Promise<void>>();

/** Work that no answer waits for, that never rejects, and that is done again when it is needed next if it is lost. */
export type AfterResponseTask = () => Promise<void>;

/** Gathers what is to be done when an answer has been made, and begins it then. */
export class AfterResponse {
  private readonly waiting: AfterResponseTask[] = [];
  private answered = false;

  /** What comes after the answer is begun at once. */
  readonly add = (work: AfterResponseTask): void => {
    if (this.answered) begin(work);
    else this.waiting.push(work);
  };

  /** The answer is made. */
  begin(): void {
    this.answered = true;
    for (const work of this.waiting.splice(0)) begin(work);
  }
}

function begin(work: AfterResponseTask): void {
  if (under_way.size >= MOST) return;
  const done = work().finally(() => under_way.delete(done));
  under_way.add(done);
}

/** When all after-response tasks of all answers have ended. */
export async function settled(): Promise<void> {
  while (under_way.size > 0) await Promise.all(under_way);
}
