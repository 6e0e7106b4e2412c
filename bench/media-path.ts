/** What carries audio between phones: ours or a peer's, as a load generator sees it. */
export interface MediaPath {
  readonly name: string;
  readonly pid: number;
  /** Joins two phones that listen at these ports; where each of them has to send. */
  connect(callId: string, ports: readonly [number, number]): Promise<readonly [number, number]>;
  stop(): Promise<void>;
}
