#include "nest/dataflow/data_flow_paths.h"

namespace appyl {

Flow sequence(const Flow& first, const Flow& second) {
  Flow flow = first;
  flow.mayWrite |= second.mayWrite;
  const bool isWritten = first.mustWrite && !second.isEntered;
  if (!flow.firstRead && !isWritten) flow.firstRead = second.firstRead;
  if (!flow.write) flow.write = second.write;
  flow.mustWrite = isWritten || second.mustWrite;
  flow.mustWriteAtBreak &= isWritten || second.mustWriteAtBreak;
  flow.mustWriteAtContinue &= isWritten || second.mustWriteAtContinue;
  flow.mustWriteAtReturn &= isWritten || second.mustWriteAtReturn;
  flow.isEntered |= second.isEntered;
  flow.breaks |= second.breaks;
  flow.completes &= second.completes;
  flow.unclear |= second.unclear;
  return flow;
}

Flow either(const Flow& one, const Flow& other) {
  Flow flow;
  flow.mayWrite = one.mayWrite || other.mayWrite;
  flow.mustWrite = one.mustWrite && other.mustWrite;
  flow.mustWriteAtBreak = one.mustWriteAtBreak && other.mustWriteAtBreak;
  flow.mustWriteAtContinue = one.mustWriteAtContinue && other.mustWriteAtContinue;
  flow.mustWriteAtReturn = one.mustWriteAtReturn && other.mustWriteAtReturn;
  flow.breaks = one.breaks || other.breaks;
  flow.completes = one.completes || other.completes;
  flow.firstRead = one.firstRead ? one.firstRead : other.firstRead;
  flow.write = one.write ? one.write : other.write;
  flow.isEntered = one.isEntered || other.isEntered;
  flow.unclear = one.unclear || other.unclear;
  return flow;
}

Flow perhaps(const Flow& flow) { return either(flow, Flow()); }

Flow never() {
  Flow flow;
  flow.completes = false;
  flow.mustWrite = true;
  return flow;
}

Flow jump(bool Flow::* how) {
  Flow flow = never();
  flow.breaks = how == &Flow::mustWriteAtBreak;
  flow.*how = false;
  return flow;
}

Flow asLoop(Flow body, const Flow& end) {
  body.mustWrite &= body.mustWriteAtContinue;
  Flow flow = sequence(body, end);
  flow.mustWrite &= flow.mustWriteAtBreak;
  flow.mustWriteAtBreak = flow.mustWriteAtContinue = true;
  flow.breaks = false;
  flow.completes = true;
  return flow;
}

Flow asCalled(Flow body) {
  body.mustWrite &= body.mustWriteAtReturn && body.mustWriteAtContinue;
  body.mustWriteAtBreak = body.mustWriteAtContinue = body.mustWriteAtReturn = true;
  body.isEntered = body.breaks = false;
  body.completes = true;
  return body;
}

}  // namespace appyl
