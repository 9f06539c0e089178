/** So many under way, and whoever brings more waits for one: agents that ask faster than is recorded slow down. */
const MOST = 16;

const under_way = new Set<Promise<void>>();

/** Work that no answer waits for, and that never rejects. */
export type Afterthought = () => Promise<void>;

/** Gathers what is to be done when an answer has been made, and does it then. */
export class Afterthoughts {
  private readonly waiting: Afterthought[] = [];
  private answered = false;

  /** What comes after the answer is begun at once. */
  readonly add = (work: Afterthought): void => {
    if (this.answered) void begin(work);
    else this.waiting.push(work);
  };

  /**
   * The answer is made. Resolves as soon as the work has begun, unless much is under way. Only for what may be lost with
   * the process, because it is done again when it is needed next.
   */
  async begin(): Promise<void> {
    this.answered = true;
    for (const work of this.waiting.splice(0)) await begin(work);
  }
}

async function begin(work: Afterthought): Promise<void> {
  while (under_way.size >= MOST) await Promise.race(under_way);
  const done = work().finally(() => under_way.delete(done));
  under_way.add(done);
}

/** When all afterthoughts of all answers have ended. */
export async function settled(): Promise<void> {
  while (under_way.size > 0) await Promise.all(under_way);
}
